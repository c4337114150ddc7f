import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zo/testing';
import { ada, computer, connect, fake, outcome, setUp, useConnections } from './connections-setup.js';

const MB = 1_048_576;
/** Room for one of the files. */
const LIMIT = 16 * MB;
/** Too large for the history, which would keep it. */
const bytes = randomBytes(9 * MB);
const film = { id: 'film', name: 'film.mov', mimeType: 'video/quicktime', parent: 'root', content: bytes };

useConnections({ withComputer: { ZO_DISK_LIMIT_BYTES: String(LIMIT) } });
beforeAll(async () => {
  await setUp();
  await connect('google_drive');
  fake.drive.add(film);
});

const bring = (filename: string) =>
  outcome(
    ada('/api/connections/drive/import', {
      json: { file_id: 'film', target_path: 'Imports', mime_type: film.mimeType, filename },
    }),
  );
const home = (...path: string[]) => join(computer.home, ...path);
const imported = () => (existsSync(home('workspace', 'Imports')) ? readdirSync(home('workspace', 'Imports')) : []);
const staged = () => readdirSync(home('.computer', 'uploads')).filter((name) => !name.endsWith('.inode'));

describe('a disk that is full', () => {
  it('IM-02 refuses files that do not fit with a sentence, leaves nothing of them, and goes on when there is room', async () => {
    expect((await bring('first.mov'))[0]).toBe(200);
    const full = [
      507,
      'imports.disk_full',
      'The disk of your computer is full. Delete something or empty the trash; nothing was left half done.',
    ];
    expect([await bring('second.mov'), await bring('second.mov')]).toEqual([full, full]);
    expect([imported(), staged()]).toEqual([['first.mov'], []]);
    rmSync(home('workspace', 'Imports', 'first.mov'));
    await eventually(async () => (await bring('second.mov'))[0] === 200);
    expect(imported()).toEqual(['second.mov']);
  });
});
