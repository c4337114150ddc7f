import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { ToolPart } from '../src/shapes/parts.js';
import { defineTool, text } from '../src/tools/tool.js';
import { ToolRegistry, type ToolScope } from '../src/tools/tool-registry.js';
import { type Harness, startHarness } from './harness.js';
import { TestOrigin } from './test-origin.js';

/** The user has no computer: a call that needs one fails. */
let at: Harness;
let origin: TestOrigin;
/** Start and end of the calls of `wait_for`, and the calls of `note`. */
const seen: string[] = [];
const arrived = new Map<string, PromiseWithResolvers<void>>();
const arrival = (name: string) => {
  const known = arrived.get(name) ?? Promise.withResolvers<void>();
  arrived.set(name, known);
  return known;
};

beforeAll(async () => {
  at = await startHarness();
  origin = new TestOrigin(at);
  const registry = at.service.service.app.get(ToolRegistry);
  const base = { description: 'For this test.', class: 'read-local', needs: 'none' } as const;
  const name = z.string();
  registry.register(
    defineTool({
      ...base,
      name: 'wait_for',
      parallel: true,
      input: z.strictObject({ name, other: name }),
      async execute(args) {
        seen.push(`begin ${args.name}`);
        arrival(args.name).resolve();
        await arrival(args.other).promise;
        seen.push(`end ${args.name}`);
        return text(`${args.name} met ${args.other}`);
      },
    }),
  );
  registry.register(
    defineTool({
      ...base,
      name: 'note',
      parallel: false,
      input: z.strictObject({ name }),
      async execute(args) {
        seen.push(`note ${args.name}`);
        return text(args.name);
      },
    }),
  );
});
afterAll(() => at.stop());
beforeEach(() => {
  seen.length = 0;
  arrived.clear();
});

let key = 0;
/** Returns the tools offered to the model, and the results of the calls it made. */
async function run(calls: readonly [tool: string, args: unknown][], tools: ToolScope = {}) {
  at.provider.script(
    (answer) => {
      for (const [index, [tool, args]] of calls.entries()) answer.call(`c${index}`, tool, args);
      answer.end('tool_calls');
    },
    (answer) => {
      answer.text('done');
      answer.end();
    },
  );
  const before = at.provider.requests.length;
  const started = await origin.start(`run ${key++}`, { tools });
  const { parts, end } = await at.me.follow(started.run.id);
  expect(end.status).toBe('complete');
  const { request } = at.provider.requests[before]!;
  return {
    offered: request.tools!.map(({ function: { name } }) => name),
    results: parts.filter((part): part is ToolPart => part.type === 'tool').map(({ result }) => result),
  };
}

describe('tools', () => {
  it('wake no computer unless they need one', async () => {
    const { results } = await run([
      ['note', { name: 'a' }],
      ['grep_search', { query: 'x' }],
    ]);
    expect(results).toEqual([
      { type: 'text', text: 'a' },
      { type: 'error', message: expect.any(String), code: 'computer_unavailable' },
    ]);
  });

  it.each<[string, ToolScope, string[]]>([
    ['on the list of allowed ones', { allow: ['note', 'wait_for'] }, ['wait_for', 'note']],
    ['not on the list of denied ones, which wins', { allow: ['note', 'wait_for'], deny: ['note'] }, ['wait_for']],
  ])('are offered only if they are %s', async (_, scope, names) => {
    const { offered, results } = await run([['run_bash_command', { cmd: 'true' }]], scope);
    expect(offered).toEqual(names);
    expect(results).toEqual([
      {
        type: 'error',
        message: `There is no tool run_bash_command here. Tools: ${names.join(', ')}.`,
        code: 'out_of_scope',
      },
    ]);
  });

  it('that are denied do not run, even if the model calls them', async () => {
    const { offered, results } = await run([['note', { name: 'secret' }]], { deny: ['note'] });
    expect(offered).not.toContain('note');
    expect(results).toMatchObject([{ code: 'out_of_scope' }]);
    expect(seen).toEqual([]);
  });

  it('that are parallel run concurrently between those that are not, and results keep the order of the calls', async () => {
    const { results } = await run([
      ['note', { name: 'before' }],
      ['wait_for', { name: 'a', other: 'b' }],
      ['wait_for', { name: 'b', other: 'a' }],
      ['note', { name: 'after' }],
    ]);
    expect([seen[0], seen.slice(1, 3).sort(), seen.slice(3, 5).sort(), seen[5]]).toEqual([
      'note before',
      ['begin a', 'begin b'],
      ['end a', 'end b'],
      'note after',
    ]);
    expect(results.map((result) => result?.type === 'text' && result.text)).toEqual([
      'before',
      'a met b',
      'b met a',
      'after',
    ]);
  });
});
