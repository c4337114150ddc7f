import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { setImmediate as breath } from 'node:timers/promises';
import fc from 'fast-check';
import { repetitions } from '@zo/testing';
import type { ToolPart } from '../src/shapes/parts.js';
import type { Followed, SentMessage } from './chat-client.js';
import { type Answer, type ChatRequest, chunk, lastUserText } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';

const RUNS = repetitions(200, 500);
/** As many run at the same time, because most of a run is waiting for a timeout or a retry. */
const AT_ONCE = 50;
const IDLE_MS = 600;
/** Slack per request: an HTTP date rounds the requested delay by up to a second, and the machine may be busy. */
const RUN_TIMEOUT_MS = 60_000;
const WORDS = 'Grüße 👋🏽 aus 日本: ';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({
    computer: true,
    limits: {
      ZO_STEP_MAX_CHARS: '20000',
      ZO_MODEL_IDLE_MS: String(IDLE_MS),
      ZO_MODEL_PATIENCE_MS: String(IDLE_MS),
      ZO_RUNS_AT_ONCE: String(AT_ONCE),
    },
  });
});
afterAll(() => at.stop());

const KINDS = [
  '429 seconds',
  '429 date',
  '429 absent',
  '500',
  '503',
  '529',
  'reset at once',
  'reset after bytes',
  'closed after bytes',
  'stall after bytes',
  'error event',
  'cut letters',
  'truncated arguments',
  'ended by length',
  'endless',
  'keep-alives only',
] as const;
type Kind = (typeof KINDS)[number];
interface Plan {
  /** Faults of the first, second, … request of the run; later requests succeed. */
  readonly faults: readonly { readonly kind: Kind; readonly bytes: number; readonly call: boolean }[];
  /** Whether the successful answer calls a tool first. */
  readonly call: boolean;
}
const plan: fc.Arbitrary<Plan> = fc.record({
  faults: fc.array(
    fc.record({ kind: fc.constantFrom(...KINDS), bytes: fc.integer({ min: 0, max: 900 }), call: fc.boolean() }),
    { minLength: 1, maxLength: 3 },
  ),
  call: fc.boolean(),
});

const event = (delta: object) => `data: ${JSON.stringify(chunk(delta))}\n\n`;
const delta = (content: string) => event({ content });
const toolDelta = (id: string, args: string) =>
  event({ tool_calls: [{ index: 0, id, type: 'function', function: { name: 'run_bash_command', arguments: args } }] });
const note = (line: string) => JSON.stringify({ cmd: `echo ${line} >> calls.txt` });

/** The provider's side of all runs: finds the plan by the number in the message. */
class Stage {
  private readonly asked = new Map<number, number>();

  constructor(private readonly plans: readonly Plan[]) {}

  readonly answer = async (answer: Answer, request: ChatRequest): Promise<void> => {
    const n = Number(/#(\d+)/.exec(lastUserText(request))![1]);
    const time = this.asked.get(n) ?? 0;
    this.asked.set(n, time + 1);
    const wasCalled = request.messages
      .slice(request.messages.findLastIndex(({ role }) => role === 'user'))
      .some(({ role }) => role === 'tool');
    const failure = this.plans[n]!.faults[time];
    if (failure) return this.fail(answer, failure, `bad-${n}-${time}`);
    if (this.plans[n]!.call && !wasCalled) {
      answer.call(`good-${n}-${time}`, 'run_bash_command', note(`good-${n}-${time}`));
      return answer.end('tool_calls');
    }
    answer.text(`the end of ${n}`);
    answer.end();
  };

  private async fail(answer: Answer, { kind, bytes, call }: Plan['faults'][number], line: string): Promise<void> {
    const stream = Buffer.from(`${delta(WORDS)}${delta(WORDS)}${call ? toolDelta(line, note(line)) : delta(WORDS)}`);
    const begin = () => answer.raw(stream.subarray(0, bytes));
    switch (kind) {
      case '429 seconds':
        return answer.status(429, { 'retry-after': '0.05' });
      case '429 date':
        return answer.status(429, { 'retry-after': new Date(Date.now() + 500).toUTCString() });
      case '429 absent':
        return answer.status(429);
      case '500':
      case '503':
      case '529':
        return answer.status(Number(kind));
      case 'reset at once':
        return answer.reset();
      case 'reset after bytes':
        begin();
        await breath();
        return answer.reset();
      case 'closed after bytes':
        begin();
        return void answer.response.end();
      case 'stall after bytes':
        return begin();
      case 'error event':
        begin();
        answer.raw('\n\n');
        answer.event({ error: { message: 'Overloaded', type: 'overloaded_error', code: null } });
        return void answer.response.end();
      case 'cut letters':
        for (let from = 0; from < stream.length; from += 1 + (bytes % 7)) {
          answer.raw(stream.subarray(from, from + 1 + (bytes % 7)));
          await breath();
        }
        return answer.end('length');
      case 'truncated arguments':
        answer.call(line, 'run_bash_command', note(line).slice(0, 1 + (bytes % 20)));
        return answer.end('tool_calls');
      case 'ended by length':
        answer.call(line, 'run_bash_command', note(line));
        return answer.end('length');
      case 'endless':
        while (!answer.cancelled) {
          answer.text('on and on '.repeat(200));
          await breath();
        }
        return;
      case 'keep-alives only': {
        const beat = setInterval(() => (answer.cancelled ? clearInterval(beat) : answer.raw(': still here\n\n')), 100);
        answer.response.once('close', () => clearInterval(beat));
      }
    }
  }

  requests = (n: number) => this.asked.get(n) ?? 0;
}

/** Returns what is wrong with the outcome of a run; undefined if nothing is. */
async function judge(run: Followed & { sent: SentMessage }, ms: number, requests: number): Promise<string | undefined> {
  const stored = (await at.me.json<any>(`/api/conversations/${run.sent.conversation_id}`)).messages.at(-1);
  const { status, error } = run.end;
  const text = stored.parts
    .flatMap((part: { type: string; text: string }) => (part.type === 'text' ? [part.text] : []))
    .join('');
  if (!['complete', 'failed'].includes(status)) return `ended as ${status}`;
  // On a busy machine a request may be given up before it arrives.
  if (ms > Math.max(1, requests) * (2 * IDLE_MS + RUN_TIMEOUT_MS)) return `took ${ms} ms for ${requests} requests`;
  if (stored.status !== status || text !== run.text)
    return `kept ${stored.status} ${text}, shown ${status} ${run.text}`;
  if (status === 'failed' && (!error || stored.error !== error)) return `not marked: ${error} ${stored.error}`;
  if (run.text.includes('\uFFFD')) return `broken letters: ${run.text}`;
  const odd = run.parts
    .filter((part): part is ToolPart => part.type === 'tool')
    .find(({ state, result }) => state !== 'done' && (result as { code?: string })?.code !== 'invalid');
  return odd && `a call ended as ${odd.state}: ${JSON.stringify(odd.result)}, the run as ${status}: ${error}`;
}

describe('a provider that fails', () => {
  // None hangs, no call of an unfinished stream runs, and none runs twice.
  it(`D12 ${RUNS} runs with random faults in any request end with their text kept and marked`, async () => {
    const plans = fc.sample(plan, { numRuns: RUNS, seed: Date.now() });
    const stage = new Stage(plans);
    at.provider.script(stage.answer);
    const faults: string[] = [];
    const ends: Record<string, number> = {};
    const begun = performance.now();
    let next = 0;
    const worker = async () => {
      for (let n = next++; n < RUNS; n = next++) {
        const from = performance.now();
        const run = await at.me.ask(`go #${n}`);
        ends[run.end.status] = (ends[run.end.status] ?? 0) + 1;
        const failure = await judge(run, performance.now() - from, stage.requests(n));
        if (failure) faults.push(`#${n}: ${failure} in ${JSON.stringify(plans[n])}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const file = at.workspace('calls.txt');
    const calls = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const requests = plans.reduce((sum, _, n) => sum + stage.requests(n), 0);
    const took = `${Math.round(performance.now() - begun)} ms`;
    console.log(`D12: ${RUNS} runs ${JSON.stringify(ends)}, ${requests} requests, ${calls.length} calls, ${took}`);
    expect(faults).toEqual([]);
    expect(calls.filter((line) => !line.startsWith('good-'))).toEqual([]);
    expect(new Set(calls).size).toBe(calls.length);
    expect(calls.length).toBeGreaterThan(RUNS / 25);
    expect(ends['complete']).toBeGreaterThan(RUNS / 10);
    expect(at.provider.requests.filter(({ cancelled }) => cancelled).length).toBeGreaterThan(0);
  });
});

describe('a provider that fails, as another fake has it', () => {
  const mock = new LLMock({ port: 0 });
  const toolCalls = [{ name: 'run_bash_command', arguments: note('cut') }];
  beforeAll(async () => {
    mock.onMessage('nonsense', { content: 'x' }, { chaos: { malformedRate: 1 } });
    mock.onMessage('hello', { content: 'Hello again.' });
    await mock.start();
  });
  afterAll(() => mock.stop());

  // Until the first words come so many events. Google sends a call as a whole.
  it.each([
    ['openai', 'gpt-5-mini', '/v1', 9],
    ['openai-compatible', 'local', '/v1', 5],
    ['anthropic', 'claude-sonnet-4-5', '/v1', 5],
    ['google', 'gemini-2.5-flash', '/v1beta', 5],
  ])(
    'D12 %s: tries again what passes, keeps and marks what breaks off, and runs none of its calls',
    async (...given) => {
      const [kind, slug, path, truncateAfterChunks] = given;
      const broken = { chunkSize: 4, truncateAfterChunks, latency: 30 };
      mock.onMessage(`words of ${kind}`, { content: 'The first words, and then many more of them.' }, broken);
      mock.onMessage(`a call of ${kind}`, { content: '', toolCalls }, broken);
      const provider = { kind, base_url: `${mock.url}${path}`, api_key: 'sk-canary-other', models: [slug] };
      const { id } = await at.me.json<{ id: string }>('/api/models/providers', { json: provider });
      const ask = async (text: string) => {
        const { end, text: shown } = await at.me.ask(text, { model: `${id}:${slug}` });
        return { end, shown };
      };
      for (const status of [429, 503, 529]) {
        const before = mock.getRequests().length;
        mock.nextRequestError(status, { message: 'later', type: 'overloaded_error' });
        expect(await ask('hello')).toMatchObject({ end: { status: 'complete' }, shown: 'Hello again.' });
        expect(mock.getRequests().length - before).toBe(2);
      }
      const marked = { status: 'failed', error: expect.any(String) };
      expect(await ask(`words of ${kind}`)).toMatchObject({ end: marked, shown: expect.stringMatching(/^The /) });
      expect(await ask('nonsense')).toMatchObject({ end: marked });
      if (kind !== 'google') expect(await ask(`a call of ${kind}`)).toMatchObject({ end: marked });
      const file = at.workspace('calls.txt');
      expect(existsSync(file) ? readFileSync(file, 'utf8') : '').not.toContain('cut');
    },
  );
});
