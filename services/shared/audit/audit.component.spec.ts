/** S14: services cannot change the audit log, and changes by anybody else are detected. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { systemCtx } from '@zo/auth';
import { adminUrlOptions, Database, rowsOf } from '@zo/db';
import { FolderObjects } from '@zo/objects';
import { type TestDatabase, testDatabase } from '@zo/testing/database';
import { anchoredHeads, anchorHeads, audit, type Head, type Query, verifyAudit } from './index.js';

let test: TestDatabase;
let accounts: Database;
let files: Database;
let admin: Client;
let folder: string;
let objects: FolderObjects;
const open = async (service: string) => {
  const database = new Database({ service, url: test.serviceUrl, entities: [], migrations: [] });
  await database.open();
  return database;
};
const asAdmin: Query = async <T>(sql: string, values: readonly unknown[] = []) =>
  (await admin.query(sql, [...values])).rows as T[];
const asAccounts: Query = (sql, values) => rowsOf(accounts.dataSource, sql, values);

beforeAll(async () => {
  test = await testDatabase();
  [accounts, files] = [await open('accounts'), await open('files')];
  admin = new Client(adminUrlOptions(test.adminUrl));
  await admin.connect();
  folder = mkdtempSync(join(tmpdir(), 'zo-audit-'));
  objects = new FolderObjects(folder);
});
afterAll(async () => {
  await admin.end();
  await Promise.all([accounts.close(), files.close()]);
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a user with interleaved rows of two services. */
async function person(rows: number): Promise<string> {
  const ctx = { ...systemCtx(crypto.randomUUID()), sessionId: 'a session' };
  for (let n = 0; n < rows; n++) {
    await (n % 3 === 0 ? files : accounts).tx(ctx, async (tx) =>
      audit(tx, n % 3 === 0 ? 'file.deleted' : 'session.started', { target: `target ${n} ü,:` }),
    );
  }
  return ctx.userId;
}

it('S14 a row exists exactly if its change does, and names the user, the action and the service', async () => {
  const ctx = { ...systemCtx(crypto.randomUUID(), 'request 1'), actor: 'human' as const };
  await accounts.tx(ctx, async (tx) => audit(tx, 'sign_up_mode.changed', { target: 'installation', mode: 'open' }));
  await expect(
    accounts.tx(ctx, async (tx) => {
      audit(tx, 'session.ended', { target: 'kept by nobody' });
      throw new Error('the change failed');
    }),
  ).rejects.toThrow('the change failed');
  const seen = await accounts.read(ctx, ({ tx }) =>
    rowsOf(tx, 'select seq::int, service, actor, request_id, action, target, details from audit.entry'),
  );
  expect(seen).toEqual([
    {
      seq: 1,
      service: 'accounts',
      actor: 'human',
      request_id: 'request 1',
      action: 'sign_up_mode.changed',
      target: 'installation',
      details: { mode: 'open' },
    },
  ]);
});

it("S14 a service sees only the caller's rows, appends none for others, and changes and deletes none", async () => {
  const [ada, bob] = [await person(2), systemCtx(crypto.randomUUID())];
  expect(await accounts.read(bob, ({ tx }) => rowsOf(tx, 'select * from audit.entry'))).toEqual([]);
  await expect(
    accounts.tx(bob, async (tx) => audit({ ...tx, userId: ada }, 'session.ended', { target: 'forged' })),
  ).rejects.toThrow('an audit row of another user');
  for (const service of [accounts, files]) {
    const statements = [
      `update audit.entry set target = 'x'`,
      'delete from audit.entry',
      'truncate audit.entry',
      `insert into audit.entry select * from audit.entry`,
      `update audit.head set seq = 0`,
      'delete from audit.head',
      'drop table audit.entry',
      'alter table audit.entry disable row level security',
      `create or replace function audit.append(
         a_user uuid, a_actor text, a_session text, a_request text, a_action text, a_target text, a_details json)
       returns void language sql as 'select null'`,
    ];
    for (const sql of statements)
      await expect(service.dataSource.query(sql)).rejects.toThrow(/permission denied|must be owner/);
  }
  await expect(files.dataSource.query('select * from audit.entry')).rejects.toThrow('permission denied');
});

it('S14 concurrent changes by several services form one chain', async () => {
  const ctx = systemCtx(crypto.randomUUID());
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      (n % 2 ? files : accounts).tx(ctx, async (tx) => audit(tx, 'file.trashed', { target: String(n) })),
    ),
  );
  expect(await verifyAudit(asAdmin, [], ctx.userId)).toMatchObject({ rows: 60, errors: [] });
});

it('S14 the heads of all chains are anchored once an hour, whichever process tries', async () => {
  const ada = await person(3);
  const hour = new Date('2030-01-01T10:20:00Z');
  expect(
    (await Promise.all([anchorHeads(asAccounts, objects, hour), anchorHeads(asAccounts, objects, hour)])).filter(
      Boolean,
    ),
  ).toHaveLength(1);
  expect(await anchorHeads(asAccounts, objects, new Date('2030-01-01T10:59:00Z'))).toBe(false);
  expect((await anchoredHeads(objects)).filter(({ userId }) => userId === ada)).toMatchObject([{ seq: 3 }]);
  // Only heads changed since the last anchor, plus the overlap of one minute.
  await admin.query(`update audit.head set at = at - interval '1 hour'`);
  const bob = await person(1);
  expect(await anchorHeads(asAccounts, objects, new Date('2030-01-01T11:00:00Z'))).toBe(true);
  const heads = await anchoredHeads(objects);
  expect([
    heads.filter(({ userId }) => userId === ada).length,
    heads.filter(({ userId }) => userId === bob).length,
  ]).toEqual([1, 1]);
});

const COLUMNS = [
  'at',
  'service',
  'actor',
  'session_id',
  'request_id',
  'action',
  'target',
  'details',
  'hash',
  'user_id',
  'seq',
] as const;
const CHANGED: Partial<Record<(typeof COLUMNS)[number], string>> = {
  at: `at + interval '1 microsecond'`,
  details: `'{"x":1}'`,
  hash: `set_byte(hash, 3, (get_byte(hash, 3) + 1) % 256)`,
  user_id: 'gen_random_uuid()',
  seq: 'seq + 1000',
};
const REWRITE = `do $$ declare r record; p bytea := ''; begin
  for r in select * from audit.entry where user_id = '{user}' order by seq loop
    p := sha256(p || audit.canonical(
      r.user_id::text, r.seq::text, to_char(r.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), r.service,
      r.actor, r.session_id, r.request_id, r.action, r.target, r.details::text));
    update audit.entry set hash = p where user_id = r.user_id and seq = r.seq;
  end loop;
  update audit.head set hash = p, seq = (select max(seq) from audit.entry where user_id = '{user}')
    where user_id = '{user}';
end $$`;

/** Statements of an administrator who tampers with the log. */
function edit(n: number, user: string, rows: number): string[] {
  const at = (n * 7_919) % rows;
  const row = `user_id = '${user}' and seq = ${at + 1}`;
  const column = COLUMNS[n % COLUMNS.length]!;
  const flip = `update audit.entry set ${column} = ${CHANGED[column] ?? `${column} || '.'`} where ${row}`;
  const other = ((at + 1 + (n % (rows - 1))) % rows) + 1;
  const swap = `update audit.entry e set at = o.at, service = o.service, actor = o.actor, session_id = o.session_id,
      request_id = o.request_id, action = o.action, target = o.target, details = o.details,
      hash = case when ${n % 2 === 0} then o.hash else e.hash end
    from audit.entry o where e.user_id = o.user_id and o.user_id = '${user}'
      and ((e.seq = ${at + 1} and o.seq = ${other}) or (e.seq = ${other} and o.seq = ${at + 1}))`;
  const cut = `delete from audit.entry where user_id = '${user}' and seq > ${at}`;
  const shorter = `update audit.head h set seq = ${at},
      hash = coalesce((select hash from audit.entry e where e.user_id = h.user_id and seq = ${at}), '')
    where user_id = '${user}'`;
  const close = [
    `update audit.entry set seq = -seq where user_id = '${user}' and seq > ${at + 1}`,
    `update audit.entry set seq = -seq - 1 where user_id = '${user}' and seq < 0`,
  ];
  const rewrite = REWRITE.replaceAll('{user}', user);
  const kinds = [
    [flip],
    [`delete from audit.entry where ${row}`],
    [`delete from audit.entry where ${row}`, ...close],
    [swap],
    [cut],
    [cut, shorter],
    [`delete from audit.head where user_id = '${user}'`],
    [`delete from audit.entry where user_id = '${user}'`, `delete from audit.head where user_id = '${user}'`],
    // An attacker who recomputes the hashes still cannot change the anchor.
    [`update audit.entry set target = target || '.' where ${row}`, rewrite],
    [swap, rewrite],
  ];
  return kinds[n % kinds.length]!;
}

it('S14 1,000 of 1,000 tampering edits are detected: flipped, deleted, reordered, truncated, and rewritten with all hashes', async () => {
  const EDITS = 1_000;
  const rows = 23;
  const people = [await person(rows), await person(rows), await person(rows)];
  await anchorHeads(asAccounts, objects, new Date('2031-01-01T00:00:00Z'));
  const anchors: Head[] = await anchoredHeads(objects);
  for (const user of people) expect(await verifyAudit(asAdmin, anchors, user)).toMatchObject({ rows, errors: [] });
  const unseen: string[][] = [];
  for (let n = 0; n < EDITS; n++) {
    const user = people[n % people.length]!;
    const statements = edit(n, user, rows);
    await admin.query('begin');
    for (const sql of statements) await admin.query(sql);
    const { errors } = await verifyAudit(asAdmin, anchors, user);
    if (errors.length !== 1 || !errors[0]!.startsWith(user)) unseen.push(statements);
    await admin.query('rollback');
  }
  expect(unseen).toEqual([]);
  for (const user of people) expect((await verifyAudit(asAdmin, anchors, user)).errors).toEqual([]);
});
