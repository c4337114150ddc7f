import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { at, call, closeScene, onDisk, openScene, put } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

const folders = ['a', 'b', 'c', 'd', 'e'];

describe('concurrent use of the trash', () => {
  it('TR-02 entries of the same name trashed at the same time are each restored to their origin', async () => {
    for (let round = 0; round < 6; round++) {
      const top = `Round ${round}`;
      for (const folder of folders) put(folder, top, folder, 'README.md');
      const thrown = await Promise.all(
        folders.map((folder) => call('files/trash', { items: [at(top, folder, 'README.md')] })),
      );
      const names = thrown.map(({ results }) => (results as { trashed: string }[])[0]!.trashed);
      expect(new Set(names).size).toBe(folders.length);
      const { results } = await call('files/restore', { names });
      expect((results as { to: unknown }[]).map(({ to }) => to)).toEqual(
        folders.map((folder) => at(top, folder, 'README.md')),
      );
      for (const folder of folders) expect(readFileSync(onDisk(top, folder, 'README.md'), 'utf8')).toBe(folder);
    }
  });

  it('TR-01 two entries with the same name of 255 bytes fit in the trash', async () => {
    for (const name of [`${'é'.repeat(126)}.md`, `a.${'x'.repeat(253)}`]) {
      for (const folder of ['a', 'b']) put(folder, 'Long', folder, name);
      for (const folder of ['a', 'b'])
        expect(await call('files/trash', { items: [at('Long', folder, name)] })).toMatchObject({
          results: [{ trashed: expect.any(String) }],
        });
    }
  });

  it('TR-02 an entry trashed while the trash is emptied is deleted too, or keeps its origin', async () => {
    for (let round = 0; round < 6; round++) {
      const top = `Emptied ${round}`;
      for (let n = 0; n < 30; n++) put('old', 'Trash', `old ${n}.txt`);
      for (const folder of folders) put(folder, top, folder, `${folder}.txt`);
      const [thrown] = await Promise.all([
        Promise.all(folders.map((folder) => call('files/trash', { items: [at(top, folder, `${folder}.txt`)] }))),
        call('files/empty-trash', {}),
      ]);
      const left: string[] = thrown.map(({ results }) => (results as { trashed: string }[])[0]!.trashed);
      const { directoryContents } = await call('read-fs', { slug: ['Trash'], root: 'w' });
      const there = left.filter((name) => (directoryContents as { name: string }[]).some((item) => item.name === name));
      if (there.length === 0) continue;
      const { results } = await call('files/restore', { names: there });
      expect((results as { to: { path: string[] } }[]).map(({ to }) => to.path)).toEqual(
        there.map((name) => [top, name[0], `${name[0]}.txt`]),
      );
    }
  });
});
