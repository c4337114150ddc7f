/** What the history of files costs: the same work in a folder that it keeps, and in one that it leaves out. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Person, Product } from '../testing/product/product.js';
import { homeOf } from './home.js';
import { median, print, quantile, time, times } from './report.js';

const FILES = 3_000;
const CHECKOUTS = 12;
const INSTALLS = 12;
const SAVES = 300;
/** Left out of the history by its name; the watcher of the agent sees both folders alike. */
const KEPT = 'history-bench';
const LEFT_OUT = '.cache';

/** Not synchronous: connections to the product that end meanwhile must be noticed. */
async function git(folder: string, ...args: string[]): Promise<void> {
  const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
  await promisify(execFile)('git', [...author, ...args], { cwd: folder });
}

/** A repository with two branches that differ in every file. */
async function repository(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await git(folder, 'init', '-q', '-b', 'one');
  for (const branch of ['one', 'two']) {
    if (branch === 'two') await git(folder, 'checkout', '-qb', 'two');
    for (let n = 0; n < FILES; n++) {
      mkdirSync(join(folder, `d${n % 30}`), { recursive: true });
      writeFileSync(join(folder, `d${n % 30}`, `f${n}.txt`), `${branch} ${n}\n`.repeat(300));
    }
    await git(folder, 'add', '-A');
    await git(folder, 'commit', '-qm', branch);
  }
}

const sizeOf = (folder: string) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** A project whose only dependency is a package of many files. */
async function project(folder: string): Promise<void> {
  const dependency = join(folder, 'dependency');
  mkdirSync(dependency, { recursive: true });
  writeFileSync(join(dependency, 'package.json'), '{"name":"dependency","version":"1.0.0"}');
  for (let n = 0; n < FILES; n++) writeFileSync(join(dependency, `f${n}.js`), `module.exports = ${n};\n`.repeat(100));
  await npm(dependency, 'pack', '--silent', '--pack-destination', folder);
  rmSync(dependency, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"dependency":"file:dependency-1.0.0.tgz"}}');
}

const npm = (folder: string, ...args: string[]) => promisify(execFile)('npm', args, { cwd: folder });

async function install(folder: string): Promise<number> {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  return time(() => npm(folder, 'install', '--offline', '--no-audit', '--no-fund', '--silent'));
}

/** Neither side is always the first. */
async function inTurns(
  round: number,
  took: { kept: number[]; leftOut: number[] },
  work: { kept: () => Promise<number>; leftOut: () => Promise<number> },
): Promise<void> {
  // Two rounds in the same order, because the branches alternate.
  const order = Math.floor(round / 2) % 2 ? (['kept', 'leftOut'] as const) : (['leftOut', 'kept'] as const);
  for (const side of order) took[side].push(await work[side]());
}

/** What npm unpacks is left out of the history by its name, which still has to be seen. */
async function installs(workspace: string, packs: string): Promise<void> {
  const [kept, leftOut] = [join(workspace, 'installs'), join(workspace, LEFT_OUT, 'installs')];
  for (const folder of [kept, leftOut]) await project(folder);
  const took = { kept: [] as number[], leftOut: [] as number[] };
  const before = sizeOf(packs);
  for (let n = 0; n < INSTALLS; n++) {
    await inTurns(n, took, { kept: () => install(kept), leftOut: () => install(leftOut) });
  }
  const [area, name] = ['history', `npm install of ${FILES} files`];
  print({ area, name, ours: median(took.kept), floor: median(took.leftOut), unit: 'ms', goal: '1.1 times' });
  print({ area, name: 'stored for it', ours: (sizeOf(packs) - before) / 1024 ** 2, unit: 'MB', goal: 'nothing' });
}

export async function history(product: Product, ada: Person): Promise<void> {
  const workspace = homeOf(product);
  const packs = join(workspace, '..', '.computer', 'history');
  const [kept, leftOut] = [join(workspace, KEPT), join(workspace, LEFT_OUT, KEPT)];
  for (const folder of [kept, leftOut]) await repository(folder);
  const listed = (name: string) =>
    ada.json<{ versions: unknown[] }>(
      `/api/files/versions?root=w&path=${encodeURIComponent(JSON.stringify([KEPT, 'd0', name]))}`,
    );
  await listed('f0.txt');
  const before = sizeOf(packs);
  const took = { kept: [] as number[], leftOut: [] as number[], behind: [] as number[] };
  for (let n = 0; n < CHECKOUTS; n++) {
    const branch = n % 2 ? 'two' : 'one';
    const checkOut = (folder: string) => time(() => git(folder, 'checkout', '-q', branch));
    await inTurns(n, took, { kept: () => checkOut(kept), leftOut: () => checkOut(leftOut) });
    took.behind.push(await time(() => listed('f2970.txt')));
  }
  const area = 'history';
  const checkout = { area, name: `git checkout of ${FILES} files`, unit: 'ms', goal: '1.1 times' };
  print({ ...checkout, ours: median(took.kept), floor: median(took.leftOut) });
  print({ area, name: 'versions listed after it', ours: median(took.behind), unit: 'ms', goal: '1,000 ms' });
  print({ area, name: 'stored for it', ours: (sizeOf(packs) - before) / 1024 ** 2, unit: 'MB', goal: 'half of it' });
  await installs(workspace, packs);
  const save = (folder: string) => async (n: number) =>
    void (await ada.json('/api/files/write', {
      root: 'w',
      path: [folder, 'saved.txt'],
      content: `${n} `.repeat(1_000),
      base: { any: true },
    }));
  // Folders that the computer made itself: those above belong to whoever runs the bench.
  const saves = { leftOut: await times(SAVES, save('.venv')), kept: await times(SAVES, save('saves')) };
  for (const [name, share] of [
    ['median', 0.5],
    ['p95', 0.95],
  ] as const)
    print({
      area,
      name: `${SAVES} saves in a row, ${name}`,
      ours: quantile(saves.kept, share),
      floor: quantile(saves.leftOut, share),
      unit: 'ms',
      goal: 'less than twice',
    });
}
