import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from '@zo/testing';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';

let folder: string;
let postgres: Postgres;
let admin: Client;
let product: Product;
let provider: FakeProvider;
let ada: Person;
let model: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-answer-cost-'));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false, countStatements: true });
  product = await startProduct({ environment: { DATABASE_URL: postgres.adminUrl, ZO_ALLOW_VOLATILE_DATABASE: '1' } });
  admin = new Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query('create extension pg_stat_statements');
  ada = await Person.claim(product);
  provider = await startFakeProvider();
  provider.script((answer) => (answer.text('Hello'), answer.end()));
  await ada.json('/api/models/providers', {
    kind: 'openai-compatible',
    base_url: provider.url,
    api_key: 'k',
    models: ['scripted'],
  });
  const models = await ada.json<{ value: string; label: string }[]>('/api/models/available');
  model = models.find(({ label }) => label === 'scripted')!.value;
  // What is remembered is shown to the model, and labels the chat.
  const fact = { file_path: null, before: null, after: 'I like short answers' };
  expect((await ada.post('/api/memory/facts', fact, 'PUT')).ok).toBe(true);
});

afterAll(async () => {
  await admin?.end();
  await product?.stop();
  await provider?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Cost {
  /** Each costs a service one or two round trips to the database. */
  readonly transactions: number;
  /** In transactions and outside. */
  readonly statements: number;
}

/** The log of events is read all the time. */
const COUNT = `select substr(r.rolname, 4) as service,
    coalesce(sum(calls) filter (where query like 'begin%'), 0)::int as transactions,
    coalesce(sum(calls) filter (where query !~* '^(begin|set local|commit|rollback)'), 0)::int as statements
  from pg_stat_statements s join pg_roles r on r.oid = s.userid
  where r.rolname like 'zo\\_%' and r.rolname <> current_user and query not like '%events.%' group by 1`;

/** Sends a message and reads its answer. @returns the cost by service, and the chat */
async function send(conversation: string): Promise<{ costs: Map<string, Cost>; id: string }> {
  await settled();
  await admin.query('select pg_stat_statements_reset()');
  const answer = await ada.post(`/api/conversations/${conversation}/messages/stream`, { text: 'hi', model });
  const text = await answer.text();
  expect(text).toContain('"status":"complete"');
  await settled();
  const { rows } = await admin.query<Cost & { service: string }>(COUNT);
  const costs = new Map(rows.map(({ service, ...cost }) => [service, cost]));
  return { costs, id: /"conversation_id":"([\w-]+)"/.exec(text)![1]! };
}

/** The end of a read is not waited for. */
const settled = () =>
  eventually(async () => {
    const { rows } = await admin.query(
      `select 1 from pg_stat_activity where usename like 'zo\\_%' and usename <> current_user and state <> 'idle'`,
    );
    return rows.length === 0;
  });

const SAMPLES = 6;

/** The smallest of several costs, because work in the background only adds to them. */
async function costOf(conversation: string): Promise<Record<string, Cost>> {
  const samples: Map<string, Cost>[] = [];
  for (let n = 0; n < SAMPLES; n++) samples.push((await send(conversation)).costs);
  const services = [...samples[0]!.keys()].filter((service) => samples.every((sample) => sample.has(service)));
  const least = (service: string, of: keyof Cost) => Math.min(...samples.map((sample) => sample.get(service)![of]));
  return Object.fromEntries(
    services.map((service) => [
      service,
      { transactions: least(service, 'transactions'), statements: least(service, 'statements') },
    ]),
  );
}

describe('cost of an answer', () => {
  // A service that chat calls shows by a transaction.
  const asked = { transactions: 1, statements: 1 };
  const others = { zo: asked, connections: asked, compute: asked };

  it('S12 the first message of a chat costs each other service one statement, and few in all', async () => {
    expect(await costOf('new')).toEqual({ chat: { transactions: 6, statements: 28 }, ...others });
  });

  it('S12 a later message costs as many, however long the chat is', async () => {
    const { id } = await send('new');
    const expected = { chat: { transactions: 6, statements: 29 }, ...others };
    expect(await costOf(id)).toEqual(expected);
    for (let n = 0; n < 10; n++) await send(id);
    expect(await costOf(id)).toEqual(expected);
  });
});
