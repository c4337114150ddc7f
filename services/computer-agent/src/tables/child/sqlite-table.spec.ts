import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { removeFolder } from '../../../../../infra/testing/runner/folder.js';
import { SqliteTable } from './sqlite-table.js';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'zo-sqlite-'));
});
afterAll(() => removeFolder(folder));

// Where a file has no path by its descriptor, as on macOS.
it.each(['plain.db', '50 % off?.db', 'notes #1;mode=rw.db', 'Müller 天.db'])('opens %s by its name', async (name) => {
  const path = join(folder, name);
  const db = new DatabaseSync(path);
  db.exec(`create table fruit (name text); insert into fruit values ('${name}')`);
  db.close();
  for (const isLive of [false, true]) {
    const table = new SqliteTable(path, isLive);
    const window = await table.window({
      sheet: '',
      query: '',
      viewer: '',
      from: 0,
      count: 10,
      sort: null,
      filters: [],
    });
    expect(window.rows.map(({ cells }) => cells)).toEqual([[name]]);
  }
});
