// What has to be on the machine, brought from the registries the machine knows. Runs on any Node from 20 on, so it imports only what Node has.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export const say = (line) => process.stdout.write(`${line}\n`);
export function fail(line) {
  process.stderr.write(`zo: ${line}\n`);
  process.exit(1);
}

/** Runs a command; its output is shown only when it fails. `first`: other arguments to try before, for so many milliseconds, and what to do after that. */
export function run(what, command, args, first) {
  say(`  ${what} …`);
  const begun = Date.now();
  const attempt = (list, timeout) =>
    spawnSync(command, list, { cwd: root, encoding: 'utf8', maxBuffer: 64e6, timeout, killSignal: 'SIGKILL' });
  let result = first && attempt(first.args, first.ms);
  first?.after();
  if (result?.status !== 0) result = attempt(args);
  if (result.status !== 0)
    fail(
      `${what} failed (${command} ${args.join(' ')})\n${result.stdout ?? ''}${result.stderr ?? result.error?.message ?? ''}`,
    );
  say(`  ${what}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

/**
 * Packages of the lock, once for each lock. `production` leaves out what only tests, checks and clusters need;
 * what an `npm install` or `npm ci` by hand has put there is taken as it is.
 */
export function installPackages(extent) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  // npm prefers it to the lock. It is there while npm runs, or where that was broken off.
  const addressed = join(root, 'npm-shrinkwrap.json');
  rmSync(addressed, { force: true });
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = join(root, 'node_modules', '.zo-installed');
  const [have, had] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const enough = had === 'full' || extent === 'production';
  if (have === wanted && enough) return;
  if (have === undefined && isInstalledByHand(extent)) return;
  const omit = extent === 'production' ? ['--omit=dev'] : [];
  const args = ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'];
  writeFileSync(addressed, withAddresses(lock));
  // It has to be the lock itself, and the registry's word, where the registry keeps packages elsewhere or the cache is older than the
  // lock; and npm has been seen to wait for ever for nothing.
  run('Installing packages', 'npm', args, {
    args: [...args, '--prefer-offline'],
    ms: 300_000,
    after: () => rmSync(addressed, { force: true }),
  });
  writeFileSync(stamp, `${wanted} ${extent}`);
}

/**
 * The lock with the address of each package. Ours has none, so that it holds for every registry; without them npm reads what the
 * registry says of all versions of each package, megabytes even from its cache: a quarter of the time of an install. npm itself puts the
 * registry it is set to in the place of this one.
 */
export function withAddresses(lock) {
  const { packages, ...rest } = JSON.parse(lock);
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.link || !path.includes('node_modules/')) continue;
    const name = entry.name ?? path.split('node_modules/').at(-1);
    entry.resolved = `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  return JSON.stringify({ ...rest, packages });
}

function isInstalledByHand(extent) {
  const needed = extent === 'production' ? ['@rspack/core', 'typeorm'] : ['jest', 'playwright-core', 'typeorm'];
  // Written last: without it an install was broken off.
  return ['.package-lock.json', ...needed].every((name) => existsSync(join(root, 'node_modules', name)));
}

/** Debian packages, each named by a program that shows it is there. Without root or apt, whoever needs them says so. */
export function installPrograms(programs) {
  const missing = Object.entries(programs).filter(
    ([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  const names = missing.map(([, name]) => name);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env, encoding: 'utf8' });
  say(`  Installing ${names.join(', ')} …`);
  if (install().status === 0) return;
  spawnSync('apt-get', ['update', '-qq'], { env });
  const second = install();
  if (second.status !== 0)
    say(`  ${names.join(', ')} could not be installed: ${second.stderr?.trim().split('\n').at(-1) ?? ''}`);
}

/** The runtime of the product, whatever Node runs this script. */
export function nodeBinary() {
  const own = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  return existsSync(own) ? own : fail(`the runtime is missing (${own}); remove node_modules and start again`);
}
