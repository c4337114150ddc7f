/** PC-03 TL-02: tools on a computer with a hostile agent return an error to the model, and memory stays bounded. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Computer } from '@zo/computer-client';
import { runAgainst, CALLS, HostileAgent } from '@zo/testing';
import { explainToolError } from '../src/tools/tool-errors.js';
import { tools } from '../src/tools/manifest.js';
import type { ToolContext } from '../src/tools/tool.js';
import { ToolRegistry } from '../src/tools/tool-registry.js';

let hostile: HostileAgent;
let computer: Computer;
beforeAll(async () => {
  hostile = await HostileAgent.start();
});
// A new connection for each test, so that no earlier response is left.
beforeEach(() => {
  const { address, instance, secret } = hostile;
  computer = new Computer({ computerId: 'hostile', address, instance, secret }, 1_500);
});
afterEach(() => computer.close());
afterAll(() => hostile.stop());

const context = (): ToolContext => ({
  computer,
  signal: AbortSignal.timeout(5_000),
  output: () => undefined,
  hasRead: () => undefined,
  willWrite: async () => undefined,
  seen: async () => undefined,
});

const registry = new ToolRegistry(tools);
/** The error code of a tool, from its result or its exception. */
const use = (name: string, args: unknown) => async () => {
  const tool = registry.get(name)!;
  return tool.execute(tool.input.parse(args), context()).then(
    (result) => (result.type === 'error' ? (result.code ?? 'error') : result.type),
    (error: unknown) => explainToolError(error).code,
  );
};

const REQUESTS = {
  read_file: use('read_file', { target_file: 'a.txt' }),
  grep_search: use('grep_search', { query: 'x' }),
  'names by grep_search': use('grep_search', { query: 'x', search_kind: 'file_name' }),
  create_or_rewrite_file: use('create_or_rewrite_file', { target_file: 'a.txt', content: 'x' }),
  run_bash_command: use('run_bash_command', { cmd: 'ls' }),
};

describe('a tool on a computer with a hostile agent', () => {
  // A command has no timeout of its own here, since it may take ten minutes; it ends with its run.
  it.each(CALLS)(
    'PC-03 %s: the call ends with an error',
    async (behaviour) => {
      const outcomes = await runAgainst({ hostile, behaviour, requests: REQUESTS, other: async () => undefined });
      for (const [name, outcome] of Object.entries(outcomes)) expect([name, outcome]).not.toEqual([name, undefined]);
      if (!behaviour.includes('after its time'))
        expect(outcomes['read_file']).toMatch(/bad_answer|unavailable|unexpected/);
    },
    60_000,
  );
});
