/** Models with a small context window, which nobody knows at first. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import type { ChatRequest, Script } from '../../../infra/testing/product/fake-provider.js';
import { estimateTokens } from '../src/models/estimate.js';
import { type Harness, startHarness } from './harness.js';

const WINDOW = 8_000;
const SUMMARY = '**Goal**: a fence in blue. **Decisions**: none. **Files**: none. **Open**: the gate.';
let at: Harness;
let refused = 0;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());
beforeEach(() => {
  at.provider.requests.length = 0;
  refused = 0;
});

const asksForSummary = ({ messages }: ChatRequest) =>
  JSON.stringify(messages[0]).includes('You summarise the beginning');

/** A model that refuses what does not fit, like a local server. */
const small =
  (then: Script, summary: Script = (answer) => (answer.text(SUMMARY), answer.end())): Script =>
  (answer, request) => {
    const tokens = estimateTokens(JSON.stringify(request.messages));
    if (tokens > WINDOW) {
      refused++;
      return answer.status(400, {}, { error: { message: `the request exceeds the context size of ${WINDOW} tokens` } });
    }
    return asksForSummary(request) ? summary(answer, request) : then(answer, request);
  };
const understood = (answer: Parameters<Script>[0]) => {
  answer.text('Understood. '.repeat(50));
  answer.end();
};
const words = 'A sentence of the person with some words in it. '.repeat(120);
const asked = () => at.provider.requests.map(({ request }) => request).filter((request) => !asksForSummary(request));
const opened = (id: string) => at.me.json<any>(`/api/conversations/${id}`);
const summariesIn = ({ messages }: any) =>
  messages.flatMap(({ parts }: any) => parts.filter(({ type }: any) => type === 'summary'));

async function talk(turns: number, model?: string): Promise<string> {
  let id = 'new';
  for (let n = 0; n < turns; n++) {
    const { sent, end } = await at.me.ask(`${n}: ${words}`, { id, model });
    expect(end).toMatchObject({ status: 'complete' });
    id = sent.conversation_id;
  }
  return id;
}

const windowOf = async () => {
  const models = await at.me.json<{ slug: string; context_window: number | null }[]>('/api/models/available');
  return models.find(({ slug }) => slug === 'big')!.context_window;
};

it('D12 a limit of tokens per minute is waited for, a body too large is sent shorter; neither is learned', async () => {
  const before = await windowOf();
  at.provider.script(understood);
  const { sent } = await at.me.ask(`0: ${words}`);
  const message = 'This request would exceed your organization’s rate limit of 30,000 input tokens per minute.';
  at.provider.requests.length = 0;
  at.provider.script((answer) => answer.status(429, { 'retry-after': '0.05' }, { error: { message } }), understood);
  const limited = await at.me.ask(`1: ${words}`, { id: sent.conversation_id });
  expect(limited.end.status).toBe('complete');
  expect(at.provider.requests).toHaveLength(2);
  expect(at.provider.requests[1]!.request.messages).toEqual(at.provider.requests[0]!.request.messages);
  at.provider.script((answer) => answer.status(413, {}, 'Request Entity Too Large'), understood);
  const large = await at.me.ask(`2: ${words}`, { id: sent.conversation_id });
  expect(large.end.status).toBe('complete');
  expect(large.parts).toContainEqual(expect.objectContaining({ type: 'summary' }));
  expect(await windowOf()).toBe(before);
});

it('D12 a chat outgrows a window that nobody knew: it is learned once, and summaries keep the chat below it', async () => {
  at.provider.script(small(understood));
  const id = await talk(14);
  expect(refused).toBe(1);
  const summaries = summariesIn(await opened(id));
  expect(summaries.length).toBeGreaterThan(1);
  expect(summaries[0]).toEqual({ type: 'summary', text: SUMMARY, before_step: null });
  const requests = asked();
  const last = JSON.stringify(requests.at(-1)!.messages);
  expect(last).toContain('13: A sentence');
  expect(last).toContain('a fence in blue');
  expect(last).not.toContain('0: A sentence of');
  // Strict templates refuse two messages of the person in a row, as a summary and a question.
  const rows = requests.flatMap(({ messages }) => messages.map(({ role }, n) => [messages[n - 1]?.role, role]));
  expect(rows).not.toContainEqual(['user', 'user']);
  // Between two summaries each request begins with the one before; only a summary changes the beginning.
  const breaks = requests.filter(
    ({ messages }, index) =>
      index > 0 &&
      !JSON.stringify(messages).startsWith(JSON.stringify(requests[index - 1]!.messages).slice(0, -1)) &&
      messages.length !== requests[index - 1]!.messages.length,
  );
  expect(breaks).toHaveLength(summaries.length);
  expect(await windowOf()).toBeLessThan(2 * WINDOW);
});

function eightSteps(then: Script): Script {
  writeFileSync(at.workspace('long.txt'), 'Some words of a file. '.repeat(300));
  let steps = 0;
  return (answer, request) => {
    if (steps++ === 8) return then(answer, request);
    answer.text(`Step ${steps}. `);
    answer.call(`c${steps}`, 'run_bash_command', { cmd: `echo ${steps}; cat long.txt | head -c 5000` });
    answer.end('tool_calls');
  };
}

it('D12 files larger than the window are seen in part, all of them, before anything is summarised', async () => {
  const names = ['first', 'second', 'third'];
  for (const name of names)
    writeFileSync(at.workspace(`${name}.csv`), `${name} of the rows,1,2.5\n${'7,8.25,9\n'.repeat(9_000)}`);
  at.provider.script(
    small((answer, { messages }) => {
      if (messages.at(-1)!.role === 'tool') return understood(answer);
      names.forEach((name) => answer.call(`read-${name}`, 'read_file', { target_file: `${name}.csv` }));
      answer.end('tool_calls');
    }),
  );
  const { sent, end } = await at.me.ask('Compare the three tables');
  expect(end.status).toBe('complete');
  const request = asked().at(-1)!;
  for (const name of names) expect(JSON.stringify(request.messages)).toContain(`${name} of the rows`);
  expect(JSON.stringify(request.messages)).toContain('Compare the three tables');
  at.provider.script(small(understood));
  await at.me.ask('next', { id: sent.conversation_id });
  expect(asked().at(-1)!.messages.slice(0, request.messages.length)).toEqual(request.messages);
});

it('D12 within one answer, earlier steps are summarised with the question, and later turns repeat what stayed', async () => {
  at.provider.script(small(eightSteps(understood)));
  const { sent, end, parts } = await at.me.ask('Look at it eight times');
  expect(end.status).toBe('complete');
  const summaries = parts.filter(({ type }) => type === 'summary');
  expect(summaries.length).toBeGreaterThan(0);
  expect(summaries[0]).toMatchObject({ text: expect.stringContaining('Look at it eight times') });
  const before = asked().at(-1)!.messages;
  expect(JSON.stringify(before)).toContain('a fence in blue');
  at.provider.script(small(understood));
  await at.me.ask('next', { id: sent.conversation_id });
  expect(asked().at(-1)!.messages.slice(0, before.length)).toEqual(before);
});

it('D12 an answer that fails after a summary goes on with all the steps that the summary had left', async () => {
  at.provider.script(small(eightSteps((answer) => answer.status(400, {}, { error: { message: 'no more' } }))));
  const { sent, end, parts } = await at.me.ask('Look at it eight times');
  expect(end.status).toBe('failed');
  expect(parts.findLast(({ type }) => type === 'summary')).toMatchObject({ kept_calls: expect.any(Number) });
  const steps = () =>
    asked()
      .at(-1)!
      .messages.filter(({ role }) => role === 'assistant' || role === 'tool');
  const before = steps();
  expect(before.length).toBeGreaterThan(2);
  at.provider.script(small(understood));
  await at.me.ask('Go on', { id: sent.conversation_id });
  expect(steps()).toEqual(before);
});

it('D12 if the model writes no summary, the oldest messages are left out, and the answer comes', async () => {
  at.provider.script(small(understood, (answer) => answer.status(400)));
  const id = await talk(8);
  expect(summariesIn(await opened(id))).toEqual([]);
  expect(JSON.stringify(asked().at(-1)!.messages)).toContain('left out because they do not fit');
});

it('D12 a model at Ollama, which cuts off without a word, is asked for its window and sent nothing above it', async () => {
  const sizes: number[] = [];
  at.provider.script((answer, { messages, tools = [] }) => {
    // What it is asked about its models.
    if (!messages) return answer.status(404);
    sizes.push(estimateTokens(JSON.stringify(messages)) + estimateTokens(JSON.stringify(tools)));
    return understood(answer);
  });
  const json = { kind: 'ollama', label: 'Ollama', base_url: at.provider.url, models: ['cuts'] };
  const { id } = await at.me.json<{ id: string }>('/api/models/providers', { json });
  const limit = (context_window: number) =>
    at.me.json(`/api/models/providers/${id}`, {
      method: 'PATCH',
      json: { limits: [{ model: 'cuts', context_window, patience_seconds: null }] },
    });
  await limit(12_000);
  const chat = await talk(14, `${id}:cuts`);
  expect(Math.max(...sizes)).toBeLessThan(12_000);
  expect(Math.max(...sizes)).toBeGreaterThan(8_000);
  await limit(4_096);
  sizes.length = 0;
  const { end } = await at.me.ask('hello', { id: chat, model: `${id}:cuts` });
  expect(end).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/takes 4,096 tokens.*OLLAMA_CONTEXT_LENGTH/),
  });
  expect(sizes).toEqual([]);
  // Its server has a setting of its own, which only a loaded model shows.
  const seen: unknown[] = [];
  at.provider.script((answer, { messages, ...request }) => {
    const path = answer.response.req.url;
    if (messages) return understood(answer);
    seen.push([path, request]);
    const json = path === '/api/ps' ? { models: [{ name: 'cuts:latest', context_length: 32_768 }] } : { done: true };
    return answer.status(200, {}, json);
  });
  expect((await at.me.ask('hello', { id: chat, model: `${id}:cuts` })).end).toMatchObject({ status: 'complete' });
  expect(seen).toEqual([
    ['/api/generate', { model: 'cuts', stream: false }],
    ['/api/ps', {}],
  ]);
  const { providers } = await at.me.json<any>('/api/models/providers');
  expect(providers.find((one: any) => one.id === id).models).toMatchObject([{ context_window: 32_768 }]);
});

it('D12 a message that does not fit by itself is refused with a sentence, once', async () => {
  at.provider.script(small(understood));
  const { end } = await at.me.ask('word '.repeat(40_000));
  expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('too long for this model') });
  expect(at.provider.requests).toHaveLength(1);
});
