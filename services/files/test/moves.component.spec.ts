/** Moves whose event cannot be stored, because the database goes away after the file has moved. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fromBinary } from '@bufbuild/protobuf';
import { adminUrlOptions } from '@zo/db';
import { FileMovedSchema } from '@zo/proto/files/v1';
import { eventually } from '@zo/testing';
import { Client } from 'pg';
import { at, call, closeScene, onDisk, openScene, put, test } from './scene.js';

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

const told = async () => {
  const query = `select payload from events.log where type = 'file.moved' order by partition, "offset"`;
  const { rows } = await sql.query<{ payload: Buffer }>(query);
  return rows.map(({ payload }) => fromBinary(FileMovedSchema, payload)).map(({ from, to }) => [from, to]);
};
const rename = (path: string[], name: string) => call('files/rename', { ...at(...path), name });

it('FT-07 are done for their user, and are told in their order once it is there again', async () => {
  put('one', 'first.txt');
  await sql.query(`
    create function public.refuse_events() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
    create trigger refuse_events before insert on events.log for each row execute function public.refuse_events()`);
  try {
    expect(await rename(['first.txt'], 'second')).not.toHaveProperty('code');
    expect(await rename(['second.txt'], 'third')).not.toHaveProperty('code');
    expect(existsSync(onDisk('third.txt'))).toBe(true);
    expect(await told()).toEqual([]);
  } finally {
    await sql.query('drop function public.refuse_events() cascade');
  }
  await eventually(async () => (await told()).length === 2);
  expect(await told()).toEqual([
    ['w/first.txt', 'w/second.txt'],
    ['w/second.txt', 'w/third.txt'],
  ]);
});
