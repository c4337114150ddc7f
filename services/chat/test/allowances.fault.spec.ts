import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adminUrlOptions } from '@zo/db';
import { startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { once } from 'node:events';
import { Client } from 'pg';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import { startChatProcess } from './chat-process.js';

const userId = crypto.randomUUID();
let platform: TestPlatform;
let computer: TestComputer;
let provider: FakeProvider;
let sql: Client;

beforeAll(async () => {
  platform = await testPlatform();
  computer = await startTestComputer();
  provider = await startFakeProvider();
  sql = new Client(adminUrlOptions(platform.database.adminUrl));
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await provider.stop();
  await computer.stop();
  await platform.close();
});

const reserved = async () =>
  (await sql.query<{ count: number }>('select count(*)::int as count from chat.spendings where reserved_until > now()'))
    .rows[0]!.count;

it('a reservation does not outlive the worker that made it: what was sent counts, the rest is free again', async () => {
  const first = await startChatProcess({ platform, computer, userId });
  await first.me.useProvider(provider.url);
  const limits = { day_cents: null, month_cents: null, day_tokens: null, month_tokens: 60_000 };
  await first.me.json('/api/allowances/people', { method: 'PUT', json: { person_id: userId, ...limits } });
  provider.script(
    (answer) => answer.text('half, '),
    (answer) => {
      answer.text('whole.');
      answer.end();
    },
  );
  const sent = await first.me.send('tell me');
  await first.me.follow(sent.run_id, { until: ({ type }) => type === 'text.delta' });
  expect(await reserved()).toBe(1);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(await reserved()).toBe(1);

  const second = await startChatProcess({ platform, computer, userId });
  try {
    expect((await second.me.follow(sent.run_id)).end.status).toBe('complete');
    expect(await reserved()).toBe(0);
    const { rows } = await sql.query<{ tokens: string; floor_tokens: string }>(
      'select tokens, floor_tokens from chat.spendings order by created_at',
    );
    expect(rows).toHaveLength(2);
    expect(Number(rows[0]!.tokens)).toBe(Number(rows[0]!.floor_tokens));
    expect(Number(rows[0]!.tokens)).toBeGreaterThan(0);
    expect(rows[1]!.tokens).toBe('18');
  } finally {
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
  }
});
