import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@zo/testing';
import { type FakeApps, startFakeApps } from '../../../infra/testing/product/fake-apps.js';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { mountSmall, type SmallVolume } from '../../../infra/testing/product/small-volume.js';

const MB = 1024 * 1024;
const LIMIT_MB = 24;
const OPERATIONS = 500;
let product: Product;
let ada: Person;
let workspace: string;
let volume: SmallVolume | undefined;
let fake: FakeApps;
beforeAll(async () => {
  fake = await startFakeApps();
});
afterAll(() => fake.stop());

/** Stops the product and deletes its data and its volume. */
async function close(): Promise<void> {
  await product?.stop({ keep: true });
  volume?.remove();
  if (product) rmSync(product.data, { recursive: true, force: true });
  volume = undefined;
}
async function open(environment: Record<string, string>, small?: { size: string; inodes?: number }): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'zo-disk-'));
  if (small) volume = mountSmall(join(data, 'homes'), small);
  product = await startProduct({ data, environment: { ...environment, ZO_APPS_RELAY: fake.url } });
  ada = await Person.claim(product);
  await ada.json('/api/files/create', { root: 'w', path: ['Box'], type: 'folder' });
  workspace = join(data, 'homes', (await ada.computer()).id, 'workspace');
}

async function connectDrive(): Promise<void> {
  const { clientId: client_id, clientSecret: client_secret } = fake.oauth;
  await ada.post('/api/connections/clients/google', { client_id, client_secret }, 'PUT');
  const { url } = await ada.json<{ url: string }>('/api/connections/apps/google_drive/connect', {});
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
  await ada.fetch(back.pathname + back.search, { redirect: 'manual' });
}

const at = (...path: string[]) => ({ root: 'w', path });
const write = (name: string, content: string) =>
  ada.post('/api/files/write', { ...at('Box', name), content, base: { any: true } });
const sha = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const onDisk = (name: string) => readFileSync(join(workspace, 'Box', name));

function single(name: string, bytes: number): Promise<Response> {
  const form = new FormData();
  form.set('pathParts', '["Box"]');
  form.set('file', new File([new Uint8Array(bytes)], name));
  return ada.fetch('/api/file-uploads/single', { method: 'POST', body: form });
}
const begin = (name: string, totalBytes: number) =>
  ada.post('/api/file-uploads/init', { pathParts: ['Box'], fileName: name, totalBytes });

/** Asserts a refusal for lack of space, with a sentence that says so and what to do. */
async function expectFull(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([
    507,
    expect.objectContaining({ detail: expect.stringMatching(/disk .* is full.*empty the trash/i) }),
  ]);
}

describe.each([
  ['a computer at its limit', () => open({ ZO_COMPUTER_DISK_GB: String(LIMIT_MB / 1024) })],
  ['a volume without a free block', () => open({}, { size: `${LIMIT_MB}m` })],
])('%s', (_what, prepare) => {
  beforeAll(prepare);
  afterAll(close);

  it(`D7 ${OPERATIONS} operations on a full disk lose no acknowledged or existing data, and every refusal says why`, async () => {
    const known = new Map<string, string>();
    const counts = { done: 0, full: 0 };
    for (let n = 0; n < OPERATIONS; n++) {
      const name = `f${n % 40}.txt`;
      const content = randomBytes(1 + ((n * 7_919) % (MB / 2))).toString('hex');
      const kind = n % 4;
      const answer =
        kind < 2
          ? await write(name, content)
          : kind === 2
            ? await single(`u${n}.bin`, content.length)
            : await begin(`c${n}.bin`, content.length * 20);
      if (answer.ok) {
        counts.done++;
        if (kind < 2) known.set(name, sha(content));
        if (kind === 3)
          await ada.post('/api/file-uploads/abort', {
            uploadId: ((await answer.json()) as { uploadId: string }).uploadId,
          });
      } else {
        counts.full++;
        await expectFull(answer);
      }
      if (known.has(name)) expect(sha(onDisk(name))).toBe(known.get(name));
      // Free some space from time to time, so that the disk fills up repeatedly.
      if (n % 25 === 24) {
        const [oldest = 'none'] = known.keys();
        await ada.post('/api/files/trash', { items: [at('Box', oldest)] }).then(({ ok }) => ok && known.delete(oldest));
      }
      if (n % 50 === 49) await ada.json('/api/files/empty-trash', {});
    }
    console.log(`D7: ${JSON.stringify(counts)}`);
    expect(Math.min(counts.done, counts.full)).toBeGreaterThan(50);
    for (const [name, hash] of known) expect([name, sha(onDisk(name))]).toEqual([name, hash]);
  });

  it('D7 TR-01 on a full disk entries can be trashed and deleted and the trash emptied, which frees space', async () => {
    await ada.json('/api/files/trash', { items: [at('Box')] });
    await ada.json('/api/files/empty-trash', {});
    for (const name of ['fill-0.bin', 'fill-1.bin']) await eventually(async () => (await single(name, MB)).ok);
    for (let n = 2; (await single(`fill-${n}.bin`, MB)).ok; n++);
    // Blocks are allocated with a delay, so the usage may leave a little room: fill it up as well.
    let more: Response;
    do {
      for (let size = MB / 2; size > 4_096; size /= 2)
        while ((await single(`fill-${crypto.randomUUID()}.bin`, size)).ok);
      more = await write('more.txt', 'x'.repeat(100_000));
    } while (more.ok);
    await expectFull(more);
    await expectFull(await begin('more.bin', 100 * MB));
    await expectFull(await ada.post('/api/files/copy', { items: [at('Box', 'fill-0.bin')], target: at('Box') }));
    expect((await ada.post('/api/files/rename', { ...at('Box', 'fill-0.bin'), name: 'renamed' })).status).toBe(200);
    expect(
      await ada.json('/api/files/trash', { items: [at('Box', 'renamed.bin'), at('Box', 'fill-1.bin')] }),
    ).toMatchObject({ results: [{ trashed: 'renamed.bin' }, { trashed: 'fill-1.bin' }] });
    expect((await ada.post('/api/files/delete', { items: [at('Trash', 'renamed.bin')] })).status).toBe(200);
    expect((await ada.json<{ removed: number }>('/api/files/empty-trash', {})).removed).toBeGreaterThan(0);
    expect(existsSync(join(workspace, 'Trash', 'fill-1.bin'))).toBe(false);
    await eventually(async () => (await single('fits.bin', MB)).status === 201);
  });

  it('IM-02 an import from Drive that fills the disk says so, keeps what is whole, and goes on once there is room', async () => {
    await connectDrive();
    // More than the disk holds.
    const files = Array.from({ length: LIMIT_MB / 4 + 4 }, (_none, n) => ({
      id: `d${n}`,
      name: `d${n}.bin`,
      mimeType: 'application/octet-stream',
      parent: 'root',
      content: randomBytes(4 * MB),
    }));
    fake.drive.add(...files);
    await ada.json('/api/files/trash', { items: [at('Box')] });
    await ada.json('/api/files/empty-trash', {});
    const bring = ({ id, name, mimeType }: (typeof files)[number]) =>
      ada.post('/api/connections/drive/import', {
        file_id: id,
        target_path: 'Box',
        mime_type: mimeType,
        filename: name,
      });
    // What was thrown away is freed in the background.
    await eventually(async () => (await bring(files[0]!)).ok);
    const left: typeof files = [];
    for (const file of files.slice(1)) {
      const answer = await bring(file);
      if (answer.ok) continue;
      await expectFull(answer);
      left.push(file);
    }
    expect(left.length).toBeGreaterThan(3);
    expect(left.length).toBeLessThan(files.length);
    const arrived = () => readdirSync(join(workspace, 'Box')).filter((name) => name.startsWith('d'));
    const whole = files.filter((file) => !left.includes(file));
    expect(arrived().toSorted()).toEqual(whole.map(({ name }) => name));
    for (const { name, content } of whole) expect([name, sha(onDisk(name))]).toEqual([name, sha(content)]);

    // Room for the next ones is made by what has arrived.
    await ada.json('/api/files/trash', { items: whole.map(({ name }) => at('Box', name)) });
    await ada.json('/api/files/empty-trash', {});
    const [next] = left;
    await eventually(async () => (await bring(next!)).ok);
    expect([arrived(), sha(onDisk(next!.name))]).toEqual([[next!.name], sha(next!.content)]);
  });
});

describe('a volume without a free inode', () => {
  beforeAll(() => open({}, { size: '256m', inodes: 400 }));
  afterAll(close);

  it(`D7 TR-01 ${OPERATIONS} operations without free inodes lose no acknowledged data, refusals say why, deleting works`, async () => {
    const known = new Map<string, string>();
    const counts = { done: 0, full: 0 };
    for (let n = 0; n < OPERATIONS; n++) {
      const name = `i${n}.txt`;
      const answer = await (n % 3 === 2 ? single(name, 10) : write(name, name));
      if (answer.ok) {
        counts.done++;
        known.set(name, sha(n % 3 === 2 ? Buffer.alloc(10) : name));
      } else {
        counts.full++;
        await expectFull(answer);
        expect(existsSync(join(workspace, 'Box', name))).toBe(false);
      }
      if (n % 100 !== 99) continue;
      expect(statfsSync(workspace).ffree).toBeLessThan(400 - known.size);
      // On a full disk, entries can be trashed and the trash can be emptied.
      const gone = [...known.keys()].slice(0, 10);
      expect(await ada.json('/api/files/trash', { items: gone.map((old) => at('Box', old)) })).toMatchObject({
        results: gone.map((old) => ({ trashed: old })),
      });
      await ada.json('/api/files/empty-trash', {});
      for (const old of gone) known.delete(old);
    }
    console.log(`D7 inodes: ${JSON.stringify(counts)}`);
    expect(Math.min(counts.done, counts.full)).toBeGreaterThan(50);
    for (const [name, hash] of known) expect([name, sha(onDisk(name))]).toEqual([name, hash]);
  });
});
