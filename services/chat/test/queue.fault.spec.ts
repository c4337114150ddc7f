import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { adminUrlOptions } from '@zo/db';
import { eventually, startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { once } from 'node:events';
import { Client } from 'pg';
import { type FakeProvider, type Script, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import { type ChatProcess, startChatProcess } from './chat-process.js';

const userId = crypto.randomUUID();
let platform: TestPlatform;
let computer: TestComputer;
let provider: FakeProvider;
let running: ChatProcess;
let sql: Client;

beforeAll(async () => {
  platform = await testPlatform();
  computer = await startTestComputer();
  provider = await startFakeProvider();
  running = await startChatProcess({ platform, computer, userId });
  await running.me.useProvider(provider.url);
  sql = new Client(adminUrlOptions(platform.database.adminUrl));
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await end('SIGKILL');
  await provider.stop();
  await computer.stop();
  await platform.close();
});

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  running.child.kill(signal);
  await once(running.child, 'exit');
}
async function restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await end(signal);
  running = await startChatProcess({ platform, computer, userId });
}

const says =
  (text: string): Script =>
  (answer) => {
    answer.text(text);
    answer.end();
  };
const opened = (id: string) => running.me.json<any>(`/api/conversations/${id}`);
const queue = (id: string, text: string) =>
  running.me.json<{ id: string }>(`/api/conversations/${id}/queue`, { json: { text } });
const ended = (id: string, messages: number) =>
  eventually(async () => {
    const chat = await opened(id);
    return chat.messages.length === messages && chat.messages.at(-1).status === 'complete' ? chat : undefined;
  });

it.each(['SIGKILL', 'SIGTERM'] as const)('CH-03 %s: what waits is shown and sent once', async (signal) => {
  const { me } = running;
  provider.requests.length = 0;
  let go = () => {};
  const isTold = new Promise<void>((resolve) => (go = resolve));
  provider.script(
    async (answer) => {
      await isTold;
      answer.call('c', 'run_bash_command', { cmd: 'echo hi' });
      answer.end('tool_calls');
    },
    // The process dies while the step that was told is written, and again before the next message.
    (answer) => answer.text('Blue is '),
    says('fine.'),
    says('second answer'),
  );
  const first = await me.send('paint it red');
  const steer = await eventually(async () => {
    const [row] = (await sql.query(`select status from chat.runs where id = $1`, [first.run_id])).rows;
    return row ? queue(first.conversation_id, 'no, blue') : undefined;
  });
  await me.json(`/api/conversations/${first.conversation_id}/queue/${steer.id}/send`, { json: {} });
  await queue(first.conversation_id, 'second');
  go();
  await me.follow(first.run_id, { until: ({ type, data }) => type === 'text.delta' && 'text' in data });
  await restart(signal);
  const { messages, queued } = await ended(first.conversation_id, 4);
  expect(queued).toEqual([]);
  const told = messages[1].parts.filter(({ type }: { type: string }) => type === 'steer');
  expect(told).toMatchObject([{ text: 'no, blue' }]);
  const words = messages.map(({ parts }: any) => parts.flatMap((part: any) => part.text ?? []).join(''));
  expect(words.slice(2)).toEqual(['second', 'second answer']);
  const shown = provider.requests.map(
    ({ request }) => request.messages.filter(({ content }) => content === 'no, blue').length,
  );
  expect(shown).toEqual([0, 1, 1, 1]);
});

it('CH-03 a message is sent although the process died between the end of the answer and its sending', async () => {
  provider.script(says('done'), says('late, but once'));
  const { sent } = await running.me.ask('go');
  await end('SIGKILL');
  const asked = JSON.stringify({ text: 'and then', files: [], attachments: [] });
  await sql.query(
    `insert into chat.run_inputs (id, user_id, conversation_id, kind, asked) values ($1, $2, $3, 'after', $4)`,
    [crypto.randomUUID(), userId, sent.conversation_id, asked],
  );
  running = await startChatProcess({ platform, computer, userId });
  const { messages, queued } = await ended(sent.conversation_id, 4);
  expect(queued).toEqual([]);
  expect(messages.at(-1).parts).toEqual([{ type: 'text', text: 'late, but once' }]);
});

it('D12 a summary that was made before the process died is kept, and what it replaces is not sent again', async () => {
  provider.requests.length = 0;
  let steps = 0;
  provider.script((answer, request) => {
    const sent = JSON.stringify(request.messages);
    if (sent.length > 24_000)
      return answer.status(400, {}, { error: { message: 'the prompt is too long: 8000 tokens' } });
    if (sent.includes('You summarise the beginning')) return says('**Open**: the rest.')(answer, request);
    // Dies in the step after the summary, and ends when it is told to go on.
    if (sent.includes('Go on exactly where it stopped')) return says('the second half.')(answer, request);
    if (sent.includes('**Open**: the rest.')) return answer.text('The first half, ');
    answer.call(`c${++steps}`, 'run_bash_command', { cmd: `echo mark-${steps}; seq 1 1200` });
    return answer.end('tool_calls');
  });
  const first = await running.me.send('collect');
  const before = await running.me.follow(first.run_id, {
    until: ({ type, data }) => type === 'text.delta' && 'text' in data,
  });
  await restart('SIGKILL');
  const after = await running.me.follow(first.run_id, { from: before.events.at(-1)!.seq });
  expect(before.text + after.text).toBe('The first half, the second half.');
  const { messages } = await opened(first.conversation_id);
  const kinds = messages.at(-1).parts.map(({ type }: { type: string }) => type);
  expect(kinds.filter((type: string) => type === 'summary')).toHaveLength(1);
  const last = JSON.stringify(provider.requests.at(-1)!.request.messages);
  expect(last).toContain('**Open**: the rest.');
  expect(last).toContain('collect');
  expect(last).not.toContain('mark-1;');
});
