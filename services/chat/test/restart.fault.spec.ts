import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminUrlOptions } from '@zo/db';
import { eventually, startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { png } from './pdf.js';
import type { SentMessage } from './chat-client.js';
import { calls, fine } from './scripted.js';
import { type ChatProcess, startChatProcess } from './chat-process.js';
import { many } from './exports.js';
import { type FakeProvider, lastUserText, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';

const KILLS = 4;
const RUNS_PER_KILL = 5;
const userId = crypto.randomUUID();
let platform: TestPlatform;
let computer: TestComputer;
let provider: FakeProvider;
let running: ChatProcess | undefined;

beforeAll(async () => {
  platform = await testPlatform();
  computer = await startTestComputer();
  provider = await startFakeProvider();
  const { me } = await start();
  await me.useProvider(provider.url);
});
afterAll(async () => {
  await end('SIGKILL');
  await provider.stop();
  await computer.stop();
  await platform.close();
});

/** The running process, which a test takes over from the one before it: starting one is most of the work. */
async function start(): Promise<ChatProcess> {
  if (running) return running;
  const scripts = ['echo 1 >> first.txt', 'echo 2 >> second.txt; sleep 30', 'touch third.txt'];
  const environment = { TEST_STEPS: JSON.stringify(scripts.map((script) => ({ script }))) };
  return (running = await startChatProcess({ platform, computer, userId, environment }));
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!running) return;
  const { child } = running;
  running = undefined;
  if (child.exitCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Ends the service while a command runs that has written the file; the model answers once it is told. */
async function cutOff(name: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<SentMessage> {
  const { me } = await start();
  const command = calls('run_bash_command', { cmd: `curl -s localhost:9; echo once >> ${name}; sleep 30` });
  provider.script(command, fine);
  const sent = await me.send('do it');
  await eventually(() => existsSync(join(computer.home, 'workspace', name)));
  await end(signal);
  return sent;
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const database = new Client({ ...adminUrlOptions(platform.database.adminUrl), options: '-c search_path=chat' });
  await database.connect();
  return (await database.query<Record<string, unknown>>(sql).finally(() => database.end())).rows;
}

const labelsOf = ({ conversation_id: id }: SentMessage) =>
  rows(`select tainted, foreign_sources from conversations where id = '${id}'`);

const toolMessages = (request: { messages: { role: string; content: unknown }[] }) =>
  request.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);

describe('D12 a service that dies during an answer', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'D12 %s between tokens: the text is kept, the answer continues after it, no event is lost or repeated',
    async (signal) => {
      const { me } = await start();
      provider.script(
        (answer) => answer.text('The first half, '),
        (answer, request) => {
          expect(JSON.stringify(request.messages)).toContain('The first half, ');
          expect(lastUserText(request)).toContain('Go on exactly where it stopped');
          answer.text('the second half.');
          answer.end();
        },
      );
      const sent = await me.send('tell me');
      const before = await me.follow(sent.run_id, { until: ({ type }) => type === 'text.delta' });
      await end(signal);
      const { me: again } = await start();
      const after = await again.follow(sent.run_id, { from: before.events.at(-1)!.seq });
      expect(after.end.status).toBe('complete');
      expect(before.text + after.text).toBe('The first half, the second half.');
      const seqs = [...before.events, ...after.events].map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
      const opened = await again.json<any>(`/api/conversations/${sent.conversation_id}`);
      expect(opened.messages.at(-1)).toMatchObject({
        status: 'complete',
        parts: [{ text: 'The first half, the second half.' }],
      });
    },
  );

  it('D12 the pictures that a call has answered are shown again, the same bytes', async () => {
    const { me } = await start();
    const { value } = await me.json<{ value: string }>('/api/models/preference');
    const [providerId, model] = value.split(':') as [string, string];
    const limits = [{ model, context_window: null, patience_seconds: null, sees: true }];
    await me.json(`/api/models/providers/${providerId}`, { method: 'PATCH', json: { limits } });
    const file = join(computer.home, 'workspace', 'chart.png');
    writeFileSync(file, png(40, 30));
    const seen: string[] = [];
    const look = (request: unknown) => seen.push(/data:image[^"]+/.exec(JSON.stringify(request))?.[0] ?? 'none');
    provider.script(
      (answer) => {
        answer.call('r', 'read_file', { target_file: 'chart.png' });
        answer.end('tool_calls');
      },
      (answer, request) => {
        look(request);
        answer.text('I see ');
      },
      (answer, request) => {
        look(request);
        answer.text('a chart.');
        answer.end();
      },
    );
    const sent = await me.send('look');
    await me.follow(sent.run_id, { until: ({ type }) => type === 'text.delta' });
    writeFileSync(file, png(10, 10));
    await end('SIGKILL');
    const { me: again } = await start();
    expect((await again.follow(sent.run_id)).text).toBe('I see a chart.');
    expect(seen).toEqual([expect.stringContaining('data:image/jpeg;base64,'), seen[0]]);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'D12 %s: a running call is not repeated, and the model is told that its outcome is unknown',
    async (signal) => {
      const name = `counted-${signal}.txt`;
      const file = join(computer.home, 'workspace', name);
      const sent = await cutOff(name, signal);
      const { me: again } = await start();
      const { end: ended, parts } = await again.follow(sent.run_id);
      expect(ended).toMatchObject({
        status: 'complete',
        receipt: {
          files: [{ path: [name], change: 'created' }],
          commands: [{ cmd: expect.stringContaining(name), exit_code: null }],
          undo: 'available',
        },
      });
      expect(parts[0]).toMatchObject({ type: 'tool', state: 'error', result: { code: 'unknown_outcome' } });
      expect(toolMessages(provider.requests.at(-1)!.request)).toEqual([expect.stringContaining('not run again')]);
      expect(readFileSync(file, 'utf8')).toBe('once\n');
      // The command may have fetched what it wrote.
      expect(await labelsOf(sent)).toEqual([{ tainted: true, foreign_sources: [{ kind: 'network', name: '' }] }]);
      await again.json(`/api/runs/${sent.run_id}/undo`, { json: {} });
      expect(existsSync(file)).toBe(false);
    },
  );

  it('S7 SIGKILL during a command of an answer that is stopped before it is resumed: the chat counts as shown text of others', async () => {
    const sent = await cutOff('fetched.txt', 'SIGKILL');
    await rows(`update runs set stop_requested = true where id = '${sent.run_id}'`);
    const { me: again } = await start();
    expect((await again.follow(sent.run_id)).end).toMatchObject({ status: 'stopped' });
    expect(await labelsOf(sent)).toEqual([{ tainted: true, foreign_sources: [{ kind: 'network', name: '' }] }]);
  });

  it('D12 SIGKILL during a script of a routine: no script runs twice, and it is said that its end is not known', async () => {
    const { me } = await start();
    writeFileSync(join(computer.home, 'workspace', 'Weekly.zoroutine'), 'x');
    const sent = await me.json<SentMessage>('/api/zoroutines/r1/execute', { json: {} });
    const ran = join(computer.home, 'workspace', 'second.txt');
    await eventually(() => existsSync(ran));
    await end('SIGKILL');
    const { me: again } = await start();
    const { end: ended } = await again.follow(sent.run_id);
    expect(ended).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Script 2 of 3 .*was not run again/),
    });
    const written = (name: string) => readFileSync(join(computer.home, 'workspace', name), 'utf8');
    expect([written('first.txt'), written('second.txt')]).toEqual(['1\n', '2\n']);
    expect(existsSync(join(computer.home, 'workspace', 'third.txt'))).toBe(false);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'S7 %s: an open approval request stays open under the same id',
    async (signal) => {
      const { me } = await start();
      const allowed = `allowed-${signal}`;
      provider.script(
        (answer) => {
          answer.call('a', 'run_bash_command', { cmd: 'echo https://example.org' });
          answer.end('tool_calls');
        },
        (answer) => {
          answer.call('b', 'run_bash_command', { cmd: `touch ${allowed}` });
          answer.end('tool_calls');
        },
        (answer) => {
          answer.text('ok');
          answer.end();
        },
      );
      const sent = await me.send('do it');
      const asked = await me.follow(sent.run_id, { until: ({ type }) => type === 'tool.approval' });
      const question = (asked.events.at(-1)!.data as { approval_id: string }).approval_id;
      await end(signal);
      const { me: again } = await start();
      await again.follow(sent.run_id, { until: ({ type }) => type === 'run.resumed' });
      await again.json(`/api/runs/${sent.run_id}/approvals/${question}`, { json: { decision: 'approve' } });
      expect((await again.follow(sent.run_id)).end).toMatchObject({
        status: 'complete',
        receipt: {
          files: [{ path: [allowed], change: 'created' }],
          commands: [{ cmd: 'echo https://example.org' }, { cmd: `touch ${allowed}` }],
        },
      });
      expect(existsSync(join(computer.home, 'workspace', allowed))).toBe(true);
    },
  );

  it('D12 a run whose service dies repeatedly is ended instead of left hanging', async () => {
    provider.script((answer) => answer.text('word '));
    const sent = await (await start()).me.send('go');
    for (let time = 0; time < 5; time++) {
      const { me } = await start();
      await eventually(
        async () => (await me.json<any>(`/api/conversations/${sent.conversation_id}`)).messages.at(-1).parts.length > 0,
      );
      const opened = await me.json<any>(`/api/conversations/${sent.conversation_id}`);
      if (!opened.active_run) break;
      await end('SIGKILL');
    }
    const { me } = await start();
    const { end: ended, text } = await me.follow(sent.run_id);
    expect(['interrupted', 'failed']).toContain(ended.status);
    expect(text).toMatch(/^word /);
  });

  it('D12 an import of chats whose service dies is made whole by another one, without doubles', async () => {
    const CHATS = 800;
    writeFileSync(join(computer.home, 'workspace', 'conversations.json'), JSON.stringify(many(CHATS)));
    const chats = async () =>
      Number((await rows(`select count(*) as n from conversations where title like 'Chat %'`))[0]!['n']);
    const bring = async () => {
      const { me } = await start();
      return me.json<{ chats: number; known: number }>('/api/conversations/imports', {
        json: { root: 'w', path: ['conversations.json'] },
      });
    };
    const dying = bring().catch(() => undefined);
    await eventually(async () => (await chats()) > 100);
    await end('SIGKILL');
    expect(await dying).toBeUndefined();
    const before = await chats();
    expect(before).toBeLessThan(CHATS);
    expect(await bring()).toMatchObject({ chats: CHATS - before, known: before });
    expect(await bring()).toMatchObject({ chats: 0, known: CHATS });
    const whole = `select conversation_id from messages where text like 'Water it%' group by 1 having count(*) = 1`;
    expect(await rows(whole)).toHaveLength(CHATS);
  });

  it(`D12 ${KILLS} kills at random moments, each in the middle of ${RUNS_PER_KILL} runs: no run hangs, no call runs twice`, async () => {
    const file = join(computer.home, 'workspace', 'random.txt');
    provider.script((answer, request) => {
      const results = toolMessages(request).length;
      if (results >= 3) {
        answer.text('end');
        return answer.end();
      }
      answer.text(`step ${results} `);
      answer.call(`c${crypto.randomUUID()}`, 'run_bash_command', { cmd: `echo ${crypto.randomUUID()} >> random.txt` });
      answer.end('tool_calls');
    });
    for (let kill = 0; kill < KILLS; kill++) {
      const { me } = await start();
      const sent = await Promise.all(Array.from({ length: RUNS_PER_KILL }, () => me.send('go')));
      await delay(Math.random() * 400);
      await end('SIGKILL');
      const { me: again } = await start();
      for (const { end: ended } of await Promise.all(sent.map(({ run_id }) => again.follow(run_id))))
        expect(['complete', 'failed', 'interrupted']).toContain(ended.status);
    }
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(new Set(lines).size).toBe(lines.length);
  });
});
