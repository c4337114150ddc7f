import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adminUrlOptions, Database } from '@zo/db';
import { testDatabase, type TestDatabase } from '@zo/testing';
import { Client } from 'pg';
import { OriginsOfRuns1767800000000 } from '../src/db/1767800000000-origins-of-runs.js';
import { RehearsalChats1771200000000 } from '../src/db/1771200000000-rehearsal-chats.js';
import { entities } from '../src/db/entities.js';
import { migrations } from '../src/db/index.js';
import { RunsRepository } from '../src/runs/store/runs.repository.js';

let database: TestDatabase;
let sql: Client;
beforeAll(async () => {
  database = await testDatabase();
  sql = new Client(adminUrlOptions(database.adminUrl));
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** Opens a database with the schema of these migrations. */
async function withSchema<T>(known: typeof migrations, work: (opened: Database) => Promise<T>): Promise<T> {
  const opened = new Database({ service: 'chat', url: database.serviceUrl, entities, migrations: known });
  await opened.open();
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

const before = migrations.slice(0, migrations.indexOf(OriginsOfRuns1767800000000));
const userId = crypto.randomUUID();
const conversation = crypto.randomUUID();

/** Inserts as the previous release does: a question, its answer, and the run. */
async function insertOldRun() {
  const [question, answer, run] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const message = `insert into chat.messages (id, user_id, conversation_id, parent_id, role, status)
    values ($1, $2, $3, $4, $5, 'complete')`;
  await sql.query(message, [question, userId, conversation, null, 'user']);
  await sql.query(message, [answer, userId, conversation, question, 'assistant']);
  await sql.query(
    `insert into chat.runs (id, user_id, conversation_id, message_id, status, model, owner)
     values ($1, $2, $3, $4, 'complete', 'helper', true)`,
    [run, userId, conversation, answer],
  );
  return { question, answer, run };
}

it('D9 runs of the previous release get the message that started them as origin id, and that release can still insert runs', async () => {
  await withSchema(before, async () => {
    await sql.query('insert into chat.conversations (id, user_id) values ($1, $2)', [conversation, userId]);
  });
  const old = await insertOldRun();
  await withSchema(migrations, async (opened) => {
    const during = await insertOldRun();
    const runs = new RunsRepository();
    const ctx = { userId, owner: true, actor: 'human', requestId: 'test' } as const;
    const [first, second] = await opened.read(ctx, async (tx) => [
      await runs.byOrigin(tx, { origin: 'chat', originId: old.question }),
      await runs.byId(tx, during.run),
    ]);
    expect(first).toMatchObject({ id: old.run, threadId: conversation, messageId: old.answer });
    expect(second).toMatchObject({ origin: 'chat', originId: during.answer, threadId: conversation });
  });
});

it('chats of rehearsals of the previous release are rehearsals', async () => {
  const id = crypto.randomUUID();
  const own = await testDatabase();
  const client = new Client(adminUrlOptions(own.adminUrl));
  await client.connect();
  const open = async (known: typeof migrations) => {
    const opened = new Database({ service: 'chat', url: own.serviceUrl, entities, migrations: known });
    await opened.open();
    await opened.close();
  };
  await open(migrations.slice(0, migrations.indexOf(RehearsalChats1771200000000)));
  await client.query('insert into chat.conversations (id, user_id) values ($1, $2), (gen_random_uuid(), $2)', [
    id,
    userId,
  ]);
  await client.query(
    `insert into chat.runs (id, user_id, conversation_id, message_id, origin, origin_id, status, model, owner, rehearses)
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), 'chat', 'x', 'complete', 'helper', true, 'weekly')`,
    [userId, id],
  );
  await open(migrations);
  const { rows } = await client.query('select id from chat.conversations where rehearses is not null');
  expect(rows).toEqual([{ id }]);
  await client.end();
  await own.drop();
});
