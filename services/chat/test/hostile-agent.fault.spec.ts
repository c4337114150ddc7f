/** PC-03 TL-02: tools on a computer with a hostile agent return an error to the model, and memory stays bounded. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALLS, forkMeasured, type ForkedProcess, HostileAgent, runAgainst, warmUp } from '@zo/testing';

let hostile: HostileAgent;
let tools: ForkedProcess;
beforeAll(async () => {
  hostile = await HostileAgent.start();
  const { address, instance, secret } = hostile;
  const at = { computerId: 'hostile', address, instance, secret };
  tools = await forkMeasured(new URL('./tools.process.ts', import.meta.url), { at, responseTimeoutMs: 1_500 });
  await warmUp({ hostile, usage: tools.usage, requests: REQUESTS, other });
});
afterAll(async () => {
  await tools.stop();
  await hostile.stop();
});

const other = async () => undefined;
/** The error code of a tool, from its result or its exception. */
const use = (name: string, args: unknown) => async () =>
  (await fetch(`${tools.url}/?${new URLSearchParams({ name, args: JSON.stringify(args) })}`)).text();

const REQUESTS = {
  read_file: use('read_file', { target_file: 'a.txt' }),
  grep_search: use('grep_search', { query: 'x' }),
  'names by grep_search': use('grep_search', { query: 'x', search_kind: 'file_name' }),
  create_or_rewrite_file: use('create_or_rewrite_file', { target_file: 'a.txt', content: 'x' }),
  run_bash_command: use('run_bash_command', { cmd: 'ls' }),
};

describe('a tool on a computer with a hostile agent', () => {
  // A command has no timeout of its own here, since it may take ten minutes; it ends with its run.
  it.each(CALLS)('PC-03 %s: the call ends with an error', async (behaviour) => {
    const outcomes = await runAgainst({ hostile, usage: tools.usage, behaviour, requests: REQUESTS, other });
    for (const [name, outcome] of Object.entries(outcomes)) expect([name, outcome]).not.toEqual([name, undefined]);
    if (!behaviour.includes('after its time'))
      expect(outcomes['read_file']).toMatch(/bad_answer|unavailable|unexpected/);
  });
});
