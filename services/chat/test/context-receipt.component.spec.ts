import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  writeFileSync(at.workspace('plan.md'), 'word '.repeat(1_000));
});
afterAll(() => at.stop());

interface Receipt {
  model: string;
  steps: { step: number; input_tokens: number; output_tokens: number; parts: Part[] }[];
}
interface Part {
  kind: string;
  count: number;
  tokens: number;
}
const contextOf = (run: string) => at.me.json<Receipt>(`/api/runs/${run}/context`);
const counts = (parts: Part[]) => Object.fromEntries(parts.map(({ kind, count }) => [kind, count]));
const tokensOf = (parts: Part[], kind: string) => parts.find((part) => part.kind === kind)?.tokens ?? 0;

it('says what the model was sent for each step, by kind', async () => {
  at.provider.script((answer) => {
    answer.text('I look. ');
    answer.call('r', 'read_file', { target_file: 'plan.md' });
    answer.end('tool_calls');
  }, fine);
  const { sent } = await at.me.ask('one two three', { files: [{ id: 'f', path: 'w/plan.md' }] });
  const { model, steps } = await contextOf(sent.run_id);
  expect(model).toMatch(/:big$/);
  expect(steps.map(({ step, input_tokens, output_tokens }) => [step, input_tokens, output_tokens])).toEqual([
    [0, 11, 7],
    [1, 11, 7],
  ]);
  const [first, second] = steps.map(({ parts }) => parts);
  expect(counts(first!)).toEqual({ system: 1, tools: expect.any(Number), words: 1, files: 1 });
  expect(counts(second!)).toEqual({ ...counts(first!), answers: 1, results: 1 });
  // The file is counted as a file, not as words of the user.
  expect(tokensOf(first!, 'files')).toBeGreaterThan(800);
  expect(tokensOf(first!, 'words')).toBeLessThan(20);
  expect(tokensOf(second!, 'results')).toBeGreaterThan(800);
  const tools = at.provider.requests.at(-1)!.request.tools!;
  expect(counts(first!)['tools']).toBe(tools.length);
});

it('names the summary that replaced earlier messages', async () => {
  at.provider.script((answer) => (answer.text('long '.repeat(9_000)), answer.end()));
  const { sent } = await at.me.ask('start');
  await at.me.ask('more', { id: sent.conversation_id });
  at.provider.script((answer) => (answer.text('**Goal**: a summary'), answer.end()), fine);
  const { sent: last, parts } = await at.me.ask('and?', { id: sent.conversation_id });
  expect(parts.map(({ type }) => type)).toContain('summary');
  const { steps } = await contextOf(last.run_id);
  expect(counts(steps[0]!.parts)).toMatchObject({ summary: 1, words: 1 });
});

it('is for its user only, and empty for answers of earlier releases', async () => {
  at.provider.script(fine);
  const { sent } = await at.me.ask('hello');
  expect((await at.other.fetch(`/api/runs/${sent.run_id}/context`)).status).toBe(404);
  await at.sql.query('update chat.run_steps set context = null where run_id = $1', [sent.run_id]);
  expect((await contextOf(sent.run_id)).steps).toEqual([]);
});
