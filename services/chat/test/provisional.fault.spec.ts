import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adminUrlOptions } from '@zo/db';
import { startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { once } from 'node:events';
import { Client } from 'pg';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import { type ChatProcess, startChatProcess } from './chat-process.js';

const userId = crypto.randomUUID();
let platform: TestPlatform;
let computer: TestComputer;
let provider: FakeProvider;
let running: ChatProcess;

beforeAll(async () => {
  platform = await testPlatform();
  computer = await startTestComputer();
  provider = await startFakeProvider();
  running = await startChatProcess({ platform, computer, userId });
  await running.me.useProvider(provider.url);
});
afterAll(async () => {
  await kill();
  await provider.stop();
  await computer.stop();
  await platform.close();
});

async function kill(): Promise<void> {
  running.child.kill('SIGKILL');
  await once(running.child, 'exit');
}

/** Nothing is added to the log of the run meanwhile. */
async function whileLocked(runId: string, work: () => Promise<void>): Promise<void> {
  const database = new Client(adminUrlOptions(platform.database.adminUrl));
  await database.connect();
  try {
    await database.query('begin');
    await database.query('select 1 from chat.runs where id = $1 for update', [runId]);
    await work();
    await database.query('rollback');
  } finally {
    await database.end();
  }
}

it('D12 SIGKILL between showing the first words and storing them: they are dropped, and the answer begins anew', async () => {
  let speak: () => void = () => undefined;
  const isTurn = new Promise<void>((resolve) => (speak = resolve));
  provider.script(
    async (answer) => {
      await isTurn;
      answer.text('Lost words');
    },
    (answer, request) => {
      expect(JSON.stringify(request.messages)).not.toContain('Lost words');
      answer.text('Whole answer.');
      answer.end();
    },
  );
  const sent = await running.me.send('tell me');
  let last = 0;
  await whileLocked(sent.run_id, async () => {
    const until = () => {
      speak();
      return false;
    };
    const before = await running.me.follow(sent.run_id, { until, untilProvisional: true });
    expect(before.provisional).toMatchObject([{ seq: 2, text: 'Lost words' }]);
    expect(before.events.map(({ seq, type }) => [seq, type])).toEqual([[1, 'run.started']]);
    last = before.events.at(-1)!.seq;
    await kill();
  });
  running = await startChatProcess({ platform, computer, userId });
  const after = await running.me.follow(sent.run_id, { from: last });
  expect(after.events[0]).toMatchObject({ seq: 2, type: 'run.resumed' });
  expect([after.text, after.end.status]).toEqual(['Whole answer.', 'complete']);
  const opened = await running.me.json<any>(`/api/conversations/${sent.conversation_id}`);
  expect(opened.messages.at(-1)).toMatchObject({ status: 'complete', parts: [{ text: 'Whole answer.' }] });
});
