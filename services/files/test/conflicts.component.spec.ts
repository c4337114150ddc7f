import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { ada, at, closeScene, onDisk, openScene, put } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

interface Refusal {
  status: number;
  code: string;
  current?: object;
  size?: number;
  limit?: number;
}

async function refusal(path: string, json: unknown): Promise<Refusal> {
  const answer = await ada(`/api/files/${path}`, { json });
  return { ...((await answer.json()) as Refusal), status: answer.status };
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const OTHER = sha('what the editor had opened');
const SIZES = [
  ['1 byte', 1],
  ['48 KiB', 48 * 1024],
  ['100 KB', 100_000],
  ['10 MB', 10_000_000],
] as const;

describe.each(SIZES)('a name taken by a file with %s of content', (label, size) => {
  const text = 'x'.repeat(size);
  const name = `${label}.md`;
  const current = { exists: true, hash: sha(text), size, mtimeMs: expect.any(Number) };
  beforeAll(() => put(text, name));

  it.each([
    ['a stale hash', { hash: OTHER }],
    ['no file expected', { absent: true }],
  ])('ED-11 a save based on %s returns 409 with the current version', async (_base, base) => {
    expect(await refusal('write', { ...at(name), content: 'mine', base })).toMatchObject({
      status: 409,
      code: 'files.conflict',
      current,
    });
    expect(readFileSync(onDisk(name), 'utf8') === text).toBe(true);
  });

  it('FT-05 creating it returns 409 with the current version', async () => {
    expect(await refusal('create', { ...at(name), type: 'file', content: 'mine' })).toMatchObject({
      status: 409,
      code: 'files.name_taken',
      current,
    });
  });
});

describe('errors that are not content conflicts', () => {
  it('a save onto a folder, a pipe or a link out of the home each returns its own error', async () => {
    mkdirSync(onDisk('folder'));
    execFileSync('mkfifo', [onDisk('pipe')]);
    symlinkSync('/etc/hostname', onDisk('outside'));
    for (const base of [{ hash: OTHER }, { absent: true }, { any: true }]) {
      const save = (name: string) => refusal('write', { ...at(name), content: 'mine', base });
      expect(await save('folder')).toMatchObject({ status: 409, code: 'files.is_a_folder' });
      expect(await save('pipe')).toMatchObject({ status: 403, code: 'files.not_regular' });
      expect(await save('outside')).toMatchObject({ status: 403, code: 'files.link_outside' });
      expect('current' in (await save('folder'))).toBe(false);
    }
    for (const name of ['folder', 'pipe'])
      expect(await refusal('create', { ...at(name), type: 'file' })).toMatchObject({ code: 'files.name_taken' });
  });

  it('a save of a deleted file reports that it does not exist', async () => {
    expect(await refusal('write', { ...at('gone.md'), content: 'mine', base: { hash: OTHER } })).toMatchObject({
      status: 409,
      code: 'files.conflict',
      current: { exists: false, hash: null },
    });
  });

  it('a file too large to be hashed in time is a conflict without a hash', async () => {
    writeFileSync(onDisk('film.bin'), '');
    truncateSync(onDisk('film.bin'), 2 ** 30);
    expect(await refusal('write', { ...at('film.bin'), content: 'mine', base: { absent: true } })).toMatchObject({
      status: 409,
      code: 'files.conflict',
      current: { exists: true, hash: null, size: 2 ** 30 },
    });
  });
});
