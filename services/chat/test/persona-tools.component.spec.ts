import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());

const set = (json: object) => at.me.fetch('/api/trust-modes', { method: 'PUT', json });
const offered = () =>
  (at.provider.requests.at(-1)!.request as any).tools.map((tool: any) => tool.function.name) as string[];

it('a tool that is off for a persona does not exist for its answers, and does for others', async () => {
  const id = crypto.randomUUID();
  expect((await set({ zofile_id: id, mode: 'balanced', denied_tools: ['run_bash_command', 'ask_user'] })).ok).toBe(
    true,
  );
  at.provider.script(fine);
  await at.me.ask('go');
  expect(offered()).toContain('run_bash_command');

  at.zofiles.active.set(`${at.userId} main`, { id, name: 'Reader', prompt: 'Read.' });
  at.provider.script((answer) => {
    answer.call('c', 'run_bash_command', { cmd: 'ls' });
    answer.end('tool_calls');
  }, fine);
  const { parts } = await at.me.ask('go');
  expect(parts[0]).toMatchObject({ state: 'error', result: { code: 'out_of_scope' } });
  expect(offered()).toContain('read_file');
  expect(offered()).not.toContain('run_bash_command');
  expect(offered()).not.toContain('ask_user');
});

it('keeps the tools when only the mode changes, and refuses what is no name of a tool', async () => {
  await set({ zofile_id: null, mode: 'balanced', denied_tools: ['web_search', 'ask_user', 'web_search'] });
  await set({ zofile_id: null, mode: 'ask_more' });
  const { modes } = await at.me.json<any>('/api/trust-modes');
  expect(modes.find(({ zofile_id }: any) => zofile_id === null)).toEqual({
    zofile_id: null,
    mode: 'ask_more',
    denied_tools: ['ask_user', 'web_search'],
    memory: true,
    denied_skills: [],
  });
  for (const name of ['', 'Read file', 'x'.repeat(65), '../x'])
    expect((await set({ zofile_id: null, mode: 'balanced', denied_tools: [name] })).status).toBe(400);
  const many = Array.from({ length: 201 }, (_, index) => `tool_${index}`);
  expect((await set({ zofile_id: null, mode: 'balanced', denied_tools: many })).status).toBe(400);
  expect(await at.other.json('/api/trust-modes')).toEqual({ modes: [] });
});

it('changes at once each keep what the others changed, and begin with what holds for every persona', async () => {
  const id = crypto.randomUUID();
  await set({ zofile_id: null, mode: 'ask_more', denied_tools: ['web_search'], denied_skills: ['old'] });
  const changes = [
    { tools: { run_bash_command: false } },
    { tools: { ask_user: false, web_search: true } },
    { memory: false },
    { skills: { mine: false } },
  ];
  const answers = await Promise.all(changes.map((change) => set({ zofile_id: id, ...change })));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  const { modes } = await at.me.json<any>('/api/trust-modes');
  expect(modes.find(({ zofile_id }: any) => zofile_id === id)).toEqual({
    zofile_id: id,
    mode: 'ask_more',
    denied_tools: ['ask_user', 'run_bash_command'],
    memory: false,
    denied_skills: ['mine', 'old'],
  });
  // No more than fit into the list, also one after the other.
  const off = (from: number) =>
    set({
      zofile_id: id,
      tools: Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`tool_${from + index}`, false])),
    });
  expect([(await off(0)).status, (await off(150)).status]).toEqual([204, 400]);
  expect((await set({ zofile_id: id, tools: { '../x': false } })).status).toBe(400);
  await set({ zofile_id: null, mode: 'balanced', denied_tools: [], denied_skills: [] });
});
