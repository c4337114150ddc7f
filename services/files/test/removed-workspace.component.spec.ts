import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADA, ada, at, call, closeScene, computers, onDisk, openScene, put } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

const listed = async () => {
  const answer = await ada('/api/files/list?root=w');
  return [answer.status, ((await answer.json()) as { names?: string[] }).names?.toSorted()];
};
const removeAll = () => rmSync(onDisk(), { recursive: true });

it('FT-01 a removed workspace is recreated by the next request', async () => {
  removeAll();
  expect(await listed()).toEqual([200, ['Articles', 'Trash']]);
  removeAll();
  expect(await call('read-fs', { slug: ['Trash'], root: 'w' })).toMatchObject({ isDir: true, directoryContents: [] });
  removeAll();
  expect(await call('files/create', { ...at('note.md'), type: 'note' })).toEqual(at('note.md'));
  expect(readdirSync(onDisk()).toSorted()).toEqual(['Articles', 'Trash', 'note.md']);
});

it('TR-01 the trash and the sites are recreated as well', async () => {
  put('text', 'old.md');
  rmSync(onDisk('Trash'), { recursive: true });
  expect(await call('files/trash', { items: [at('old.md')] })).toMatchObject({ results: [{ trashed: 'old.md' }] });
  expect(existsSync(onDisk('Trash', 'old.md'))).toBe(true);
  rmSync(join(computers.get(ADA)!.home, 'sites'), { recursive: true });
  expect((await ada('/api/files/list?root=s')).status).toBe(200);
});

it('FT-01 a file in the place of the workspace is not touched', async () => {
  removeAll();
  writeFileSync(onDisk(), 'mine');
  expect((await listed())[0]).toBe(404);
  expect(readFileSync(onDisk(), 'utf8')).toBe('mine');
});
