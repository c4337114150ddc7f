import { expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FolderObjects } from './folder.adapter.js';
import { objectsConformance } from './objects.conformance.js';

objectsConformance('a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-objects-'));
  return { store: new FolderObjects(folder), elsewhere: new FolderObjects(folder), close: async () => rmSync(folder, { recursive: true, force: true }) };
});

it('S1 D2 whatever the keys are, paths are three levels of the hash, and nothing unfinished stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-objects-'));
  const store = new FolderObjects(folder);
  for (const key of ['a', '../../escape', 'deep/er/and/deeper']) await store.put(key, Readable.from([Buffer.from(key)]));
  await store.put('a', Readable.from([Buffer.from('again')]), { ifAbsent: true });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(folder.length));
  expect(files).toHaveLength(3);
  for (const file of files) expect(file).toMatch(/^\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{60}$/);
  rmSync(folder, { recursive: true });
});
