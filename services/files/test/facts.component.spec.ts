/** Changes whose events cannot be stored, because the database or the process goes away after the file has moved. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fromBinary } from '@bufbuild/protobuf';
import { adminUrlOptions } from '@zo/db';
import { FileMovedSchema, FileTrashedSchema } from '@zo/proto/files/v1';
import { eventually } from '@zo/testing';
import { Client } from 'pg';
import { ADA, ada, at, call, closeScene, onDisk, openScene, put, reopenService, test } from './scene.js';

let sql: Client;
beforeAll(async () => {
  await openScene();
  sql = new Client(adminUrlOptions(test.database.adminUrl));
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await closeScene();
});

/** Where entries came from and where they went; `null` is the trash. */
const told = async () => {
  const query = `select type, payload from events.log where type like 'file.%' order by partition, "offset"`;
  const { rows } = await sql.query<{ type: string; payload: Buffer }>(query);
  return rows.map(({ type, payload }) => {
    if (type === 'file.trashed') return [fromBinary(FileTrashedSchema, payload).address, null];
    const { from, to } = fromBinary(FileMovedSchema, payload);
    return [from, to];
  });
};
const rename = (path: string[], name: string) => call('files/rename', { ...at(...path), name });
const list = async () => expect((await ada('/api/files/trash')).status).toBe(200);
const trash = (...path: string[]) => call('files/trash', { items: [at(...path)] });

/** No event can be stored meanwhile. */
async function withoutEvents(work: () => Promise<void>): Promise<void> {
  await sql.query(`
    create function public.refuse_events() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
    create trigger refuse_events before insert on events.log for each row execute function public.refuse_events()`);
  try {
    await work();
  } finally {
    await sql.query('drop function public.refuse_events() cascade');
  }
}

it('FT-07 TR-01 are done for their user, and are told in their order once it is there again', async () => {
  put('one', 'first.txt');
  await withoutEvents(async () => {
    expect(await rename(['first.txt'], 'second')).not.toHaveProperty('code');
    expect(await rename(['second.txt'], 'third')).not.toHaveProperty('code');
    expect(await trash('third.txt')).toMatchObject({ results: [{ trashed: 'third.txt' }] });
    expect(existsSync(onDisk('Trash', 'third.txt'))).toBe(true);
    expect(await told()).toEqual([]);
  });
  await eventually(async () => (await told()).length === 3);
  expect(await told()).toEqual([
    ['w/first.txt', 'w/second.txt'],
    ['w/second.txt', 'w/third.txt'],
    ['w/third.txt', null],
  ]);
});

it('TR-01 what was trashed by a process that ended before it could tell is told when the trash is used next', async () => {
  const before = (await told()).length;
  const later = async () => (await told()).slice(before);
  put('one', 'told-late.txt');
  put('two', 'never-moved.txt');
  await withoutEvents(async () => {
    expect(await trash('told-late.txt')).toMatchObject({ results: [{ trashed: 'told-late.txt' }] });
    await reopenService();
  });
  // As of a process that ended before the agent moved the file.
  await sql.query(`insert into files.trashed (user_id, name, root, path, told) values ($1, $2, 'w', $3, false)`, [
    ADA,
    'never-moved.txt',
    ['never-moved.txt'],
  ]);
  // It may still be under way in another process.
  await list();
  expect(await later()).toEqual([]);
  await sql.query(`update files.trashed set trashed_at = now() - interval '2 minutes'`);
  await list();
  await list();
  expect(await later()).toEqual([['w/told-late.txt', null]]);
});
