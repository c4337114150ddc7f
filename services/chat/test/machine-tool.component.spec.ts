/** Commands on machines of the user's own: what a model is offered, what is asked, what the receipt says. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually, startTestComputer, type TestComputer } from '@zo/testing';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

const TOOL = 'run_on_machine';
const ASKED = 'This runs on your machine “laptop”. Nothing there can be taken back.';

let at: Harness;
let machine: TestComputer;
beforeAll(async () => {
  at = await startHarness({ limits: { ZO_PARK_MS: '50' } });
  machine = await startTestComputer();
  mkdirSync(join(machine.home, 'workspace'), { recursive: true });
});
afterAll(async () => {
  await machine.stop();
  await at.stop();
});
beforeEach(() => void at.machines.set(at.userId, [{ name: 'laptop', at: machine }]));

/** What calls name a machine by. */
const keyOf = (name: string, { instance }: TestComputer = machine) => `${name} #${instance.slice(0, 6)}`;
const laptop = () => keyOf('laptop');
const there = (...names: string[]) => join(machine.home, 'workspace', ...names);
const offered = () => (at.provider.requests.at(-1)!.request.tools ?? []).map(({ function: { name } }) => name);

/** The calls of one answer; each question is answered by `decide`. */
async function ask(calls: readonly object[], decide: () => string | Promise<string> = () => 'approve') {
  at.provider.script(
    ...calls.map((args, n) => (answer: Parameters<typeof fine>[0]) => {
      answer.call(`c${n}`, TOOL, args);
      answer.end('tool_calls');
    }),
    fine,
  );
  const sent = await at.me.send('go');
  const reasons: string[] = [];
  let from = 0;
  for (;;) {
    const { events } = await at.me.follow(sent.run_id, { from, until: ({ type }) => type === 'tool.approval' });
    const last = events.at(-1)!;
    if (last.type !== 'tool.approval') break;
    from = last.seq;
    reasons.push(last.data.reason);
    const answer = { json: { decision: await decide() } };
    await at.me.json(`/api/runs/${sent.run_id}/approvals/${last.data.approval_id}`, answer);
  }
  const { parts, end } = await at.me.follow(sent.run_id);
  const results = parts.filter((part): part is ToolPart => part.type === 'tool').map(({ result }) => result);
  return { results, reasons, receipt: end.receipt! };
}

it('PC-02 a command runs on a machine after a yes only, wakes no computer, and is on the receipt as what Undo cannot reach', async () => {
  at.machines.clear();
  await at.me.ask('hello');
  expect(offered()).not.toContain(TOOL);
  at.machines.set(at.userId, [
    { name: 'laptop', at: machine },
    { name: 'desk', at: machine },
  ]);

  const no = await ask([{ machine: laptop(), cmd: 'touch refused.txt' }], () => 'deny');
  expect(offered()).toContain(TOOL);
  const { function: tool } = at.provider.requests
    .at(-1)!
    .request.tools!.find(({ function: { name } }) => name === TOOL)!;
  expect(JSON.stringify(tool)).toContain(`"enum":["${laptop()}","${keyOf('desk')}"]`);
  expect(no).toMatchObject({ reasons: [ASKED], results: [{ code: 'denied' }], receipt: { undo: 'none' } });
  expect(no.receipt.acts).toBeUndefined();
  expect(existsSync(there('refused.txt'))).toBe(false);

  const cmd = 'echo hello > made.txt; pwd; exit 3';
  const yes = await ask([
    { machine: laptop(), cmd },
    { machine: 'laptop', cmd: 'touch elsewhere.txt' },
    { machine: laptop(), cmd: 'cat made.txt', cwd: there() },
  ]);
  // What a machine has printed was written by nobody knows whom.
  const read = `${ASKED} This chat has read your machine “laptop”. Words hidden there could be behind it.`;
  expect(yes.reasons).toEqual([ASKED, read]);
  expect(yes.results).toMatchObject([
    { type: 'text', text: `${there()}\n(exit code 3)` },
    { code: 'invalid' },
    { type: 'text', text: 'hello' },
  ]);
  expect(readFileSync(there('made.txt'), 'utf8')).toBe('hello\n');
  expect(yes.receipt).toMatchObject({ commands: [], files: [], undo: 'none' });
  expect(yes.receipt.acts).toEqual([
    { kind: 'machine', name: 'laptop', what: cmd, unknown: false },
    { kind: 'machine', name: 'laptop', what: 'cat made.txt', unknown: false },
  ]);
});

it('a machine that is not allowed any more by the time of the yes runs nothing, and says why', async () => {
  const refusal = 'Zo may not run commands on “laptop”. Settings › Machines can allow it.';
  const { results, receipt } = await ask([{ machine: laptop(), cmd: 'touch late.txt' }], () => {
    at.machines.set(at.userId, [{ name: 'laptop', at: machine, refusal }]);
    return 'approve';
  });
  expect(results).toEqual([{ type: 'error', code: 'machine_unreachable', message: refusal }]);
  expect(receipt.acts).toBeUndefined();
  expect(existsSync(there('late.txt'))).toBe(false);
});

it('a machine that goes away while it works leaves a receipt that says so', async () => {
  const lost = await startTestComputer();
  at.machines.set(at.userId, [{ name: 'laptop', at: lost }]);
  const cmd = `kill -9 ${lost.process.pid}; sleep 600`;
  const { results, receipt } = await ask([{ machine: keyOf('laptop', lost), cmd }]);
  await lost.stop();
  expect(results).toMatchObject([{ type: 'error', code: 'machine_unreachable' }]);
  expect(receipt.acts).toEqual([{ kind: 'machine', name: 'laptop', what: cmd, unknown: true }]);
});

it('a yes for a machine does not hold for another one that has got its name meanwhile', async () => {
  const other = await startTestComputer();
  at.machines.set(at.userId, [
    { name: 'laptop', at: other },
    { name: 'laptop', at: machine },
  ]);
  const { reasons, results } = await ask([{ machine: keyOf('laptop', other), cmd: 'touch swapped.txt' }], async () => {
    // It is loaded anew after the answer, by then with the other one only.
    await eventually(async () => (await at.sql.query('select 1 from chat.runs where parked')).rowCount === 1);
    at.machines.set(at.userId, [{ name: 'laptop', at: machine }]);
    return 'approve';
  });
  expect(reasons).toEqual([ASKED.replace('laptop', keyOf('laptop', other))]);
  expect(results).toMatchObject([{ code: 'invalid' }]);
  expect(existsSync(there('swapped.txt'))).toBe(false);
  await other.stop();
});
