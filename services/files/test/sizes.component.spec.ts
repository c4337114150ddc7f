import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { symlinkSync } from 'node:fs';
import { at, BOB, call, closeScene, onDisk, openScene, put, service, status } from './scene.js';

beforeAll(() => openScene());
afterAll(closeScene);

describe('sizes', () => {
  it('FT-03 folders and files are measured together, each with all below it', async () => {
    put('12345', 'Sum', 'deep', 'a.txt');
    put('123', 'Sum', 'b.txt');
    put('1', 'c.txt');
    expect(await call('files/size', { items: [at('Sum')] })).toEqual({
      bytes: 8,
      files: 2,
      folders: 2,
      isPartial: false,
    });
    expect(await call('files/size', { items: [at('Sum', 'deep'), at('c.txt')] })).toMatchObject({ bytes: 6, files: 2 });
  });

  it('FT-03 what does not exist, is foreign or leads outside is refused by name', async () => {
    expect(await status('files/size', { items: [] })).toEqual([400, expect.stringContaining('nothing was chosen')]);
    expect(await status('files/size', { items: [at('Gone')] })).toEqual([404, 'File not found: Gone']);
    symlinkSync('/etc', onDisk('out'));
    expect((await status('files/size', { items: [at('out')] }))[0]).toBe(403);
    const answer = await service.as(BOB)('/api/files/size', { json: { items: [at('Sum', 'deep')] } });
    expect(answer.status).toBe(404);
  });
});
