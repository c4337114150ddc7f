import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChatProcess, startChatProcess } from './chat-process.js';
import {
  type Answer,
  type ChatRequest,
  type FakeProvider,
  startFakeProvider,
} from '../../../infra/testing/product/fake-provider.js';
import type { RunEvent, ToolPart } from '../src/shapes/parts.js';

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

/** Where a run is when the service dies: what the model is writing, or what is under way. */
const MOMENTS = [
  'main 0',
  'command a',
  'main 1',
  'part 0',
  'command p',
  'part 1',
  'main 2',
  'question',
  'main 3',
  'command z',
  'main 4',
] as const;

/** Answers requests of all runs by what they say, and holds each run at its moment. */
class Model {
  readonly held = new Set<number>();
  isOver = false;

  readonly answer = (answer: Answer, request: ChatRequest): void => {
    const asks = (text: unknown) => /(main|part) #(\d+)/.exec(JSON.stringify(text));
    // After a part of an answer that was kept comes a request to go on.
    const from = request.messages.findLastIndex(({ role, content }) => role === 'user' && asks(content));
    const [, kind = '', number = ''] = asks(request.messages[from]?.content) ?? [];
    const n = Number(number);
    const step = request.messages.slice(from).filter(({ role }) => role === 'tool').length;
    answer.text(`${kind} ${step}. `);
    if (MOMENTS[n] === `${kind} ${step}` && !this.isOver) return void this.held.add(n);
    const command = (letter: string) => {
      // It waits where the service is to die while it runs; the line is there by then.
      const waits = MOMENTS[n] === `command ${letter}` ? '; until test -e over; do sleep 0.1; done' : '';
      answer.call(`${letter}-${n}`, 'run_bash_command', { cmd: `echo ${letter} >> log-${n}${waits}` });
    };
    if (kind === 'part' && step === 0) command('p');
    if (kind === 'main' && step === 0) command('a');
    if (kind === 'main' && step === 1)
      answer.call(`part-${n}`, 'perform_coding_task', { cwd: '.', prompt: `part #${n}` });
    if (kind === 'main' && step === 2) answer.call(`q-${n}`, 'ask_user', { question: 'Which one?' });
    if (kind === 'main' && step === 3) command('z');
    answer.end(step === (kind === 'main' ? 4 : 1) ? 'stop' : 'tool_calls');
  };
}

/** Follows a run to its end and allows what it asks; a question in words is answered unless `stopsAt` it. */
async function drive(runId: string, { stopsAt = false } = {}) {
  const seen = new Set<string>();
  const isNew = ({ type, data }: RunEvent) => type === 'tool.approval' && !seen.has(data.approval_id);
  for (;;) {
    const followed = await running.me.follow(runId, {
      until: (event) =>
        isNew(event) || (event.type === 'tool.sub_run' && !!event.data.event && isNew(event.data.event)),
    });
    const { type, data } = followed.events.at(-1)!;
    const [run, asked] = type === 'tool.sub_run' ? [data.run_id, data.event!.data] : [runId, data];
    if (type !== 'tool.approval' && type !== 'tool.sub_run') return followed;
    const { approval_id, args } = asked as { approval_id: string; args: { question?: string } };
    seen.add(approval_id);
    if (args.question !== undefined && stopsAt) return followed;
    const reply = args.question === undefined ? {} : { reply: 'the red one' };
    // It may have been answered before the service died.
    await running.me.fetch(`/api/runs/${run}/approvals/${approval_id}`, { json: { decision: 'approve', ...reply } });
  }
}

it('D12 SIGKILL at every step of runs with commands, a part and a question: nothing twice, nothing lost, receipts true', async () => {
  await end('SIGKILL');
  await start({ ZO_RUNS_AT_ONCE: '100', ZO_MODEL_PATIENCE_MS: '60000', ZO_MODEL_IDLE_MS: '60000' });
  const model = new Model();
  provider.script(model.answer);
  const sent = await Promise.all(MOMENTS.map((_, n) => running.me.send(`main #${n}`)));
  const driven = sent.map(({ run_id }, n) =>
    drive(run_id, { stopsAt: MOMENTS[n] === 'question' }).catch(() => undefined),
  );
  const isThere = (moment: string, n: number) => {
    if (moment.startsWith('command ')) return linesOf(`log-${n}`).includes(moment.slice(-1));
    return moment === 'question' || model.held.has(n);
  };
  await driven[MOMENTS.indexOf('question')];
  await eventually(() => MOMENTS.every(isThere));
  await end('SIGKILL');
  await Promise.all(driven);
  model.isOver = true;
  await start({ ZO_RUNS_AT_ONCE: '100' });
  const ends = await Promise.all(sent.map(({ run_id }) => drive(run_id)));
  const found = ends.map(({ end: ended, text, parts }, n) => ({
    at: MOMENTS[n],
    ended: `${ended.status} ${ended.error ?? ''}`,
    lines: linesOf(`log-${n}`),
    commands: ended.receipt!.commands.map(({ cmd }) => /echo (.)/.exec(cmd)?.[1]).toSorted(),
    unknown: ended.receipt!.commands.filter(({ exit_code }) => exit_code === null).length,
    isWhole: text.includes('main 4. '),
    tools: parts.flatMap((part) => (part.type === 'tool' ? [part.tool] : [])),
  }));
  expect(found).toEqual(
    MOMENTS.map((moment) => ({
      at: moment,
      ended: 'complete ',
      lines: ['a', 'p', 'z'],
      commands: ['a', 'p', 'z'],
      unknown: moment.startsWith('command') ? 1 : 0,
      isWhole: true,
      tools: ['run_bash_command', 'perform_coding_task', 'ask_user', 'run_bash_command'],
    })),
  );
});
