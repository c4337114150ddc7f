import { expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FolderObjects } from './folder.adapter.js';
import { objectsConformance } from './objects.conformance.js';

objectsConformance('a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-objects-'));
  const incoming = join(folder, 'incoming');
  return {
    store: new FolderObjects(folder),
    elsewhere: new FolderObjects(folder),
    breakOff: async (ageMs) => {
      const [path, at] = [join(incoming, crypto.randomUUID()), new Date(Date.now() - ageMs)];
      mkdirSync(incoming, { recursive: true });
      writeFileSync(path, 'half of it');
      utimesSync(path, at, at);
    },
    unfinished: async () => (existsSync(incoming) ? readdirSync(incoming).length : 0),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

it('D2 the first write of a process sweeps the leftovers of the previous one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-objects-'));
  mkdirSync(join(folder, 'incoming'));
  const left = join(folder, 'incoming', crypto.randomUUID());
  writeFileSync(left, 'half of it');
  utimesSync(left, 1, 1);
  await new FolderObjects(folder).put('a', Readable.from([Buffer.from('a')]));
  expect(existsSync(left)).toBe(false);
  rmSync(folder, { recursive: true });
});

it('S1 D2 for any keys, paths are three levels of the hash, and no unfinished file stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-objects-'));
  const store = new FolderObjects(folder);
  for (const key of ['a', '../../escape', 'deep/er/and/deeper'])
    await store.put(key, Readable.from([Buffer.from(key)]));
  await store.put('a', Readable.from([Buffer.from('again')]), { ifAbsent: true });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length));
  expect(files).toHaveLength(3);
  for (const file of files) expect(file).toMatch(/^\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{60}$/);
  rmSync(folder, { recursive: true });
});
