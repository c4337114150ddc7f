import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import type { Case } from './bad-inputs/case.js';
import { changing } from './bad-inputs/changing.js';
import { everywhere } from './bad-inputs/everywhere.js';
import { reading } from './bad-inputs/reading.js';
import { talking } from './bad-inputs/talking.js';
import { uploading } from './bad-inputs/uploading.js';
import { send, sendBytes } from './raw-http.js';

let product: Product;
let ada: Person;
let workspace: string;
let services: number | undefined;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  await ada.json('/api/files/create', { root: 'w', path: ['Box'], type: 'folder' });
  workspace = join(product.data, 'homes', readdirSync(join(product.data, 'homes'))[0]!, 'workspace');
  prepare();
  services = product.pids('services.mjs')[0];
});
afterAll(() => product.stop());

/** Entries of every kind, including some that must never be opened. */
function prepare(): void {
  const at = (...path: string[]) => join(workspace, ...path);
  mkdirSync(at('Box', 'child', 'deep'), { recursive: true });
  mkdirSync(at('Kept'), { recursive: true });
  for (const name of [
    'a.md',
    'b.md',
    'a,b.txt',
    'q"uote.txt',
    'gnp.\u202etxt',
    'line\nbreak.txt',
    'Case.md',
    'e\u0301.md',
  ])
    writeFileSync(at('Box', name), `text of ${name}`);
  writeFileSync(at('Kept', 'precious.md'), 'precious');
  writeFileSync(at('Box', 'page.png'), '<!doctype html><script>1</script>');
  writeFileSync(at('Box', 'script.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  writeFileSync(at('Box', 'poly.pdf'), '%PDF-1.4\n<script>1</script>');
  writeFileSync(at('Box', 'page.html'), '<script>1</script>');
  linkSync(at('Kept', 'precious.md'), at('Box', 'hard.md'));
  for (const [name, target] of [
    ['to-self', 'to-self'],
    ['loop-a', 'loop-b'],
    ['loop-b', 'loop-a'],
    ['to-root', '/'],
    ['to-proc', '/proc/self/environ'],
    ['to-zero', '/dev/zero'],
    ['to-child', 'child'],
  ] as const)
    symlinkSync(target, at('Box', name));
  execFileSync('mkfifo', [at('Box', 'pipe')]);
  execFileSync('python3', [
    '-c',
    'import socket,sys,os; os.chdir(sys.argv[1]); socket.socket(socket.AF_UNIX).bind("sock")',
    at('Box'),
  ]);
}

/** Digest of what no case may change. */
const kept = () =>
  createHash('sha256')
    .update(readFileSync(join(workspace, 'Kept', 'precious.md')))
    .digest('hex') + lstatSync(join(workspace, 'Kept')).isDirectory();

async function run(item: Case): Promise<string | undefined> {
  const { method = 'POST', path, json, body, type, headers = {}, allowed, says, raw } = item;
  const before = kept();
  const sentBody = json === undefined ? body : JSON.stringify(json);
  const own = {
    cookie: ada.cookie,
    ...(sentBody !== undefined && { 'content-type': type ?? 'application/json' }),
    ...headers,
  };
  const answer =
    raw === undefined
      ? await send(product.port, { method, path, headers: own, body: sentBody })
      : await sendBytes(product.port, raw(ada.cookie));
  const name = `${item.name}: ${answer.status} ${answer.text.slice(0, 160)}`;
  if (!allowed.includes(answer.status)) return `${name}, wanted ${allowed.join(' or ')}`;
  if (
    answer.status >= 400 &&
    raw === undefined &&
    answer.status !== 416 &&
    method !== 'HEAD' &&
    !/"detail":".{5,}"/.test(answer.text)
  )
    return `${name}, without a sentence`;
  if (says && !says.test(answer.text.replaceAll('\\"', '') + JSON.stringify(answer.headers)))
    return `${name}, does not say ${says}`;
  if (kept() !== before) return `${name}, changed what was kept`;
  return undefined;
}

describe('bad inputs', () => {
  it.each<[string, readonly Case[]]>([
    ['S13 all routes', everywhere],
    ['S1 FT-11 reading and raw bytes', reading],
    ['FT-05 FT-06 FT-07 TR-01 creating, renaming, moving, trash', changing],
    ['UP-02 UP-03 UP-07 uploads', uploading],
    ['CH-01 MD-02 conversations, models, chat', talking],
  ])('%s: each gets a clear response and nothing is lost', async (_group, cases) => {
    const failures: string[] = [];
    for (const item of cases) {
      const failure = await run(item).catch((error: unknown) => `${item.name}: ${String(error)}`);
      if (failure) failures.push(failure);
    }
    expect(failures).toEqual([]);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(product.pids('services.mjs')[0]).toBe(services);
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
  });

  it('TR-01 emptying the trash while restoring loses no file: each is restored or deleted, none is torn', async () => {
    for (let n = 0; n < 10; n++)
      await ada.json('/api/files/write', {
        root: 'w',
        path: ['Box', `race-${n}.md`],
        content: `race ${n}`,
        base: { absent: true },
      });
    await ada.json('/api/files/trash', {
      items: Array.from({ length: 10 }, (_, n) => ({ root: 'w', path: ['Box', `race-${n}.md`] })),
    });
    const [empty, ...restored] = await Promise.all([
      ada.post('/api/files/empty-trash', {}),
      ...Array.from({ length: 10 }, (_, n) => ada.post('/api/files/restore', { names: [`race-${n}.md`] })),
    ]);
    expect(empty.status).toBe(200);
    for (const [n, answer] of restored.entries()) {
      expect(answer.status).toBe(200);
      const {
        results: [result],
      } = (await answer.json()) as { results: [{ to?: unknown }] };
      const there = readdirSync(join(workspace, 'Box')).includes(`race-${n}.md`);
      expect([n, there]).toEqual([n, result.to !== undefined]);
    }
  });

  it('FT-06 FT-07 exactly one of many concurrent renames to one name succeeds', async () => {
    for (let n = 0; n < 8; n++)
      await ada.json('/api/files/write', {
        root: 'w',
        path: ['Box', `many-${n}.md`],
        content: String(n),
        base: { absent: true },
      });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        ada.post('/api/files/rename', { root: 'w', path: ['Box', `many-${n}.md`], name: 'winner.md' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)].map(Number).toSorted());
    expect(readdirSync(join(workspace, 'Box')).filter((name) => name.startsWith('many-'))).toHaveLength(7);
  });
});
