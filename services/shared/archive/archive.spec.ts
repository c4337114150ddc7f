import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packFolders, unpackFolders } from './index.js';

const FILES = 5;
const root = mkdtempSync(join(tmpdir(), 'zo-archive-'));
const folder = () => mkdtempSync(join(root, 'f-'));
let packed: Buffer;

beforeAll(async () => {
  const from = folder();
  for (let n = 0; n < FILES; n++) writeFileSync(join(from, `file ${n}`), 'x'.repeat(n * 1_000));
  const { content, result } = packFolders(from, ['.']);
  packed = await buffer(content);
  expect(await result).toEqual({ entries: FILES + 1, unreadable: 0 });
});
afterAll(() => rmSync(root, { recursive: true }));

it('D16 an archive is unpacked and read to its end, even if tar exits early', async () => {
  for (let n = 0; n < 100; n++) {
    const to = folder();
    const content = Readable.from([packed.subarray(0, n), packed.subarray(n)]);
    expect(await unpackFolders(to, content)).toBe(FILES + 1);
    expect([readdirSync(to).length, content.readableEnded]).toEqual([FILES, true]);
  }
});

/** Programs that this process started and that still run. */
const children = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());

it('D16 a truncated, altered or invalid archive is refused', async () => {
  const altered = Buffer.from(packed);
  altered[altered.length >> 1]! ^= 0xff;
  for (const bytes of [packed.subarray(0, -20), altered, Buffer.from('no archive')])
    await expect(unpackFolders(folder(), Readable.from([bytes]))).rejects.toThrow();
  expect(children()).not.toContain('tar');
});
