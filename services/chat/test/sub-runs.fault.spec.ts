import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChatProcess, startChatProcess } from './chat-process.js';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import type { ToolPart } from '../src/shapes/parts.js';

const userId = crypto.randomUUID();
let platform: TestPlatform;
let computer: TestComputer;
let provider: FakeProvider;
let running: ChatProcess;

beforeAll(async () => {
  platform = await testPlatform();
  computer = await startTestComputer();
  provider = await startFakeProvider();
  await start();
  await running.me.useProvider(provider.url);
});
afterAll(async () => {
  await end('SIGKILL');
  await provider.stop();
  await computer.stop();
  await platform.close();
});

async function start(environment: Record<string, string> = {}): Promise<void> {
  running = await startChatProcess({ platform, computer, userId, environment });
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (running.child.exitCode !== null || running.child.signalCode !== null) return;
  running.child.kill(signal);
  await once(running.child, 'exit');
}

const linesOf = (name: string) =>
  readFileSync(join(computer.home, 'workspace', name), { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter(Boolean);

describe('a service that dies while a part of an answer runs', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'D12 %s: the part goes on, its calls are not repeated, and the answer takes its result',
    async (signal) => {
      const name = `part-${signal}.txt`;
      provider.requests.length = 0;
      provider.script(
        (answer) => {
          answer.call('task', 'perform_coding_task', { cwd: '.', prompt: 'Append one line.' });
          answer.end('tool_calls');
        },
        (answer) => {
          answer.call('append', 'run_bash_command', { cmd: `echo line >> ${name}` });
          answer.end('tool_calls');
        },
        // The service dies while the part waits for its next step.
        (answer) => answer.text('The line '),
        (answer) => {
          answer.text('is there.');
          answer.end();
        },
        (answer) => {
          answer.text('All done.');
          answer.end();
        },
      );
      const sent = await running.me.send('append a line');
      await eventually(() => provider.requests.length === 3);
      const before = await running.me.follow(sent.run_id, {
        until: ({ type, data }) => type === 'tool.sub_run' && data.event?.type === 'tool.end',
      });
      await end(signal);
      await start();
      const { end: ended, parts, text } = await running.me.follow(sent.run_id);
      expect(ended).toMatchObject({
        status: 'complete',
        receipt: { files: [{ path: [name] }], commands: [{ exit_code: 0 }], undo: 'available' },
      });
      expect(text).toBe('All done.');
      expect(linesOf(name)).toEqual(['line']);
      const [task] = parts.filter((part): part is ToolPart => part.type === 'tool');
      const [shown] = before.parts.filter((part): part is ToolPart => part.type === 'tool');
      expect(task).toMatchObject({
        state: 'done',
        sub_run: { run_id: shown!.sub_run!.run_id, parts: [{ state: 'done' }] },
      });
      expect(task!.result).toEqual({ type: 'text', text: expect.stringContaining('is there.') });
      expect(provider.requests).toHaveLength(5);
    },
  );

  it.each([
    ['a worker holds', '60000'],
    ['is parked', '50'],
  ])('D12 SIGKILL: a question of a run that %s stays open, and is answered once', async (_name, parkMs) => {
    await end('SIGKILL');
    await start({ ZO_PARK_MS: parkMs });
    provider.requests.length = 0;
    provider.script(
      (answer) => {
        answer.call('q', 'ask_user', { question: 'Which one?' });
        answer.end('tool_calls');
      },
      (answer) => {
        answer.text('Then the red one.');
        answer.end();
      },
    );
    const sent = await running.me.send('paint it');
    const { events } = await running.me.follow(sent.run_id, { until: ({ type }) => type === 'tool.approval' });
    const { approval_id } = events.at(-1)!.data as { approval_id: string };
    const status = async () => {
      const { active_run } = await running.me.json<any>(`/api/conversations/${sent.conversation_id}`);
      return active_run?.status;
    };
    await eventually(async () => (await status()) === 'waiting');
    await end('SIGKILL');
    await start({ ZO_PARK_MS: parkMs });
    const shown = await running.me.follow(sent.run_id, { until: ({ type }) => type === 'tool.approval' });
    expect(shown.parts).toMatchObject([{ state: 'approval', approval: { id: approval_id } }]);
    await running.me.json(`/api/runs/${sent.run_id}/approvals/${approval_id}`, {
      json: { decision: 'approve', reply: 'the red one' },
    });
    const { end: ended, parts } = await running.me.follow(sent.run_id);
    expect(ended.status).toBe('complete');
    expect(parts[0]).toMatchObject({ state: 'done', result: { text: 'the red one' } });
    expect(provider.requests).toHaveLength(2);
  });
});
