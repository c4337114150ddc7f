/** What a model was sent is the beginning of what it is sent next, which providers do not compute again. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';

const TURNS = 20;
let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  const { providers } = await at.me.json<{ providers: { id: string }[] }>('/api/models/providers');
  // So large that nothing is summarised.
  const limits = [{ model: 'big', context_window: 200_000, patience_seconds: null }];
  await at.me.json(`/api/models/providers/${providers[0]!.id}`, { method: 'PATCH', json: { limits } });
});
afterAll(() => at.stop());

/** Thinks, reads and runs, and answers. */
const turn = (n: number): Script[] => [
  (answer) => {
    answer.thought('Let me look. ');
    answer.text(`Turn ${n}: I look first. `);
    answer.call(`read-${n}`, 'read_file', { target_file: 'notes.md', line_range: { start: 1, end: 2 } });
    answer.call(`run-${n}`, 'run_sequential_cmds', { cmd_list: ['seq 1 200', `echo ${n}`], cwd: '.' });
    answer.end('tool_calls');
  },
  (answer) => {
    answer.text(`So it is: größer als ${n}. `);
    answer.end();
  },
];

it(`D12 over ${TURNS} turns with tools and files, each request begins with the one before`, async () => {
  writeFileSync(at.workspace('notes.md'), 'one\ntwo\nthree\n');
  at.provider.requests.length = 0;
  let id = 'new';
  for (let n = 0; n < TURNS; n++) {
    at.provider.script(...turn(n));
    // What is in the file now was not in it when the model saw it earlier.
    writeFileSync(at.workspace('plan.md'), `The plan of turn ${n}.\n`);
    const { sent, end } = await at.me.ask(`question ${n}`, { id, files: [{ id: 'f', path: 'w/plan.md' }] });
    expect(end.status).toBe('complete');
    id = sent.conversation_id;
  }
  const bodies = at.provider.requests.map(({ request }) => request);
  expect(bodies).toHaveLength(2 * TURNS);
  for (const [index, { messages, tools }] of bodies.entries()) {
    if (index === 0) continue;
    const before = bodies[index - 1]!;
    expect(messages.slice(0, before.messages.length)).toEqual(before.messages);
    expect(JSON.stringify(messages).startsWith(JSON.stringify(before.messages).slice(0, -1))).toBe(true);
    expect(JSON.stringify(tools)).toBe(JSON.stringify(before.tools));
  }
});
