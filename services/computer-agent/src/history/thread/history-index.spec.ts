import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from '@jest/globals';
import { HistoryIndex } from './history-index.js';

it('an index of an earlier release, whose runs have no conversations, goes on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-index-'));
  const file = join(folder, 'index.db');
  const old = new DatabaseSync(file);
  old.exec('create table run (id text primary key, since integer not null, until integer, at real not null)');
  old.exec("insert into run values ('r1', 3, 7, 1); pragma user_version = 1");
  old.close();
  const index = new HistoryIndex(file);
  expect(index.all('select id, since, until, conversation from run')).toEqual([
    { id: 'r1', since: 3, until: 7, conversation: '' },
  ]);
  index.close();
  new HistoryIndex(file).close();
  rmSync(folder, { recursive: true });
});
