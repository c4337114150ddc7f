import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { z } from 'zod';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import { type Expense, SpendingLimits } from '../src/runs/ports/spending-limit.js';
import type { StartRun } from '../src/runs/start-run.js';
import { defineTool, text } from '../src/tools/tool.js';
import { ToolRegistry } from '../src/tools/tool-registry.js';
import { type Harness, startHarness } from './harness.js';
import { TestOrigin } from './test-origin.js';

let at: Harness;
let origin: TestOrigin;
/** The recorded reserve, settle and release operations in order, without the id of the run. */
let book: string[] = [];
let refuses: (expense: Expense) => boolean = () => false;
let ran = 0;

beforeAll(async () => {
  at = await startHarness();
  origin = new TestOrigin(at);
  const { app } = at.service.service;
  app.get(SpendingLimits).register(({ id }) => ({
    async reserve(expense) {
      const name = expense.key.replace(`${id}:`, '');
      if (refuses(expense)) return { refused: 'You are out of credits.' };
      book.push(`reserve ${name}`);
      return {
        settle: async () => void book.push(`settle ${name}`),
        release: async () => void book.push(`release ${name}`),
      };
    },
  }));
  const base = { description: 'For this test.', class: 'read-local', needs: 'none', parallel: false } as const;
  const registry = app.get(ToolRegistry);
  registry.register(
    defineTool({
      ...base,
      name: 'count',
      input: z.strictObject({ n: z.number() }),
      execute: async ({ n }) => text(`${++ran} ${n}`),
    }),
  );
  registry.register(
    defineTool({
      ...base,
      name: 'hang',
      input: z.strictObject({}),
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          ran++;
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    }),
  );
});
afterAll(() => at.stop());
afterEach(() => {
  const reserved = book.filter((line) => line.startsWith('reserve ')).map((line) => line.replace('reserve ', ''));
  const closed = book.filter((line) => !line.startsWith('reserve ')).map((line) => line.replace(/^\w+ /, ''));
  // Each reservation is settled or released exactly once, and no key occurs twice.
  expect(closed.toSorted()).toEqual(reserved.toSorted());
  expect(new Set(reserved).size).toBe(reserved.length);
  book = [];
  refuses = () => false;
  ran = 0;
});

let key = 0;
const start = async (more: Partial<StartRun> = {}) => (await origin.start(`run ${key++}`, more)).run.id;
const calls =
  (...asked: readonly (readonly [id: string, tool: string, args: unknown])[]) =>
  (answer: Answer) => {
    for (const [id, tool, args] of asked) answer.call(id, tool, args);
    answer.end('tool_calls');
  };
const done = (answer: Answer) => {
  answer.text('done');
  answer.end();
};
const stop = (runId: string) => at.me.json(`/api/runs/${runId}/stop`, { json: {} });

describe('each step and each call', () => {
  it('reserves before it starts and settles at its end, under a key that no tool name or call id can collide with', async () => {
    at.provider.script(calls(['step:1', 'count', { n: 1 }], ['1', 'count', { n: 2 }]), done);
    expect((await at.me.follow(await start())).end.status).toBe('complete');
    expect(book).toEqual([
      'reserve step:0',
      'settle step:0',
      'reserve 0:call:step:1',
      'settle 0:call:step:1',
      'reserve 0:call:1',
      'settle 0:call:1',
      'reserve step:1',
      'settle step:1',
    ]);
  });

  it('does not start if it is refused: a step sends no request to the provider', async () => {
    refuses = ({ unit }) => unit === 'step';
    at.provider.script(done);
    const before = at.provider.requests.length;
    const { end } = await at.me.follow(await start());
    expect(end).toMatchObject({ status: 'failed', error: 'You are out of credits.' });
    expect(at.provider.requests).toHaveLength(before);
    expect(book).toEqual([]);
  });

  it('does not start if it is refused: a call does not run, and reservations in other limits are released', async () => {
    refuses = ({ key: name }) => name.endsWith(':a');
    at.provider.script(calls(['a', 'count', { n: 1 }], ['b', 'count', { n: 2 }]), done);
    const { parts } = await at.me.follow(await start({ budget: { steps: 2, calls: 1 } }));
    expect(parts).toMatchObject([
      { result: { type: 'error', message: 'You are out of credits.', code: 'over_budget' } },
      { result: { type: 'text', text: '1 2' } },
      { type: 'text', text: 'done' },
    ]);
  });

  it('counts against the budget of the run', async () => {
    at.provider.script(
      calls(['a', 'count', { n: 1 }], ['b', 'count', { n: 2 }]),
      calls(['a', 'count', { n: 3 }]),
      done,
    );
    const before = at.provider.requests.length;
    const { parts, end } = await at.me.follow(await start({ budget: { steps: 2, calls: 1 } }));
    expect(ran).toBe(1);
    expect(parts).toMatchObject([
      { state: 'done' },
      { result: { code: 'over_budget' } },
      { result: { code: 'over_budget' } },
    ]);
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('more than 2 steps') });
    expect(at.provider.requests).toHaveLength(before + 2);
  });

  it('is released if the provider refuses the request', async () => {
    at.provider.script((answer) => answer.status(400));
    expect((await at.me.follow(await start())).end.status).toBe('failed');
    expect(book).toEqual(['reserve step:0', 'release step:0']);
  });

  it.each([
    { outcome: 'release', when: 'before the first word', words: '' },
    { outcome: 'settle', when: 'after the first word', words: 'The first' },
  ])('ends with $outcome if it is stopped $when', async ({ outcome, words }) => {
    let isAsked = false;
    at.provider.script((answer) => {
      if (words) answer.text(words);
      isAsked = true;
    });
    const runId = await start();
    if (words) await at.me.follow(runId, { until: ({ type }) => type === 'text.delta' });
    await eventually(() => isAsked);
    await stop(runId);
    expect((await at.me.follow(runId)).end.status).toBe('stopped');
    expect(book).toEqual(['reserve step:0', `${outcome} step:0`]);
  });

  it('is settled if a call is stopped while it runs', async () => {
    at.provider.script(calls(['a', 'hang', {}]), done);
    const runId = await start();
    await eventually(() => ran === 1);
    await stop(runId);
    expect((await at.me.follow(runId)).end.status).toBe('stopped');
    expect(book.slice(2)).toEqual(['reserve 0:call:a', 'settle 0:call:a']);
  });
});
