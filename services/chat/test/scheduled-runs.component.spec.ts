/** Times of schedules that are due, as chat is told of them, and what it tells of their runs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Code, ConnectError } from '@connectrpc/connect';
import { eventually } from '@zo/testing';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import { DueTimes } from './due-times.js';
import { type Harness, startHarness } from './harness.js';
import { calls, fine } from './scripted.js';
import { toldOfOrigin } from './told.js';

let at: Harness;
let zo: DueTimes;
let scheduleId: string;

beforeAll(async () => {
  at = await startHarness({ computer: true });
  zo = await DueTimes.open(at);
});
afterAll(async () => {
  await zo.close();
  await at.stop();
});
beforeEach(() => {
  scheduleId = crypto.randomUUID();
  at.zofiles.active.clear();
  at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, {});
  at.zofiles.scheduled.length = 0;
  at.provider.requests.length = 0;
});

const DUE = 1_795_590_000_000n;
const origin = () => `occurrence:${scheduleId}:${DUE}`;
const isDue = (dueAt = DUE, attempt = 0) => zo.tell({ scheduleId, dueAt, attempt });

const told = () => toldOfOrigin(at, `occurrence:${scheduleId}:`);
const toldOf = (type: string) => eventually(async () => (await told()).find((fact) => fact.type === type));
const runsOf = async () =>
  (await at.sql.query('select id, origin, budget, tools, zofile from chat.runs where origin_id = $1', [origin()])).rows;
const isTainted = async (id: string) =>
  (await at.sql.query<{ tainted: boolean }>('select tainted from chat.conversations where id = $1', [id])).rows[0]!
    .tainted;

describe('a time that is due', () => {
  it('ZR-05 of a routine carries its file and inputs, and is among its runs; one whose file is gone says so', async () => {
    writeFileSync(at.workspace('Weekly.zoroutine'), 'Count my notes.');
    at.zofiles.routines.set(`${at.userId} r1`, { inputs: [{ name: 'month', description: '' }] });
    mkdirSync(at.workspace('Inbox'), { recursive: true });
    writeFileSync(at.workspace('Inbox', 'a.csv'), 'RED-NUMBERS');
    const task = { title: 'Weekly', routineId: 'r1', file: 'w/Inbox/a.csv' };
    at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, { ...task, inputs: { month: '2026-10', old: 'OLD-VALUE' } });
    at.provider.script(fine);
    await isDue();
    await toldOf('run.ended');
    const asked = JSON.stringify(at.provider.requests);
    for (const words of ['Count my notes.', 'Started by this file: Inbox/a.csv', 'RED-NUMBERS'])
      expect(asked).toContain(words);
    expect([asked.includes('- month: 2026-10'), asked.includes('OLD-VALUE')]).toEqual([true, false]);
    const { conversationId } = await toldOf('run.started');
    const { conversations } = await at.me.json<any>('/api/zoroutines/r1/conversations');
    expect(conversations.map(({ id }: { id: string }) => id)).toEqual([conversationId]);

    scheduleId = crypto.randomUUID();
    at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, task);
    await isDue();
    expect(await toldOf('run.ended')).toMatchObject({ error: expect.stringMatching(/asks for month by now\. Arm it/) });

    scheduleId = crypto.randomUUID();
    at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, { routineId: 'gone' });
    await isDue();
    expect(await toldOf('run.ended')).toMatchObject({
      status: 'failed',
      error: 'The file of the routine is no longer there. Put it back from the trash, or disarm it.',
    });
    expect(await runsOf()).toEqual([]);

    scheduleId = crypto.randomUUID();
    at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, new ConnectError('Not kept.', Code.FailedPrecondition));
    await isDue();
    expect(await toldOf('run.ended')).toMatchObject({ status: 'failed', error: 'Not kept.' });
  });

  it('ZR-05 runs the scripts that were armed, not those of the file, and tells how each ended', async () => {
    writeFileSync(at.workspace('Weekly.zoroutine'), 'Count my notes.');
    mkdirSync(at.workspace('Inbox'), { recursive: true });
    writeFileSync(at.workspace('Inbox', 'a.csv'), 'RED-NUMBERS');
    at.zofiles.routines.set(`${at.userId} r1`, { steps: [{ script: 'touch not-armed' }] });
    const steps = [{ script: 'cat "$ZO_FILE"' }, { script: 'echo broken >&2; exit 7' }, { script: 'touch third' }];
    const task = { title: 'Weekly', routineId: 'r1', file: 'w/Inbox/a.csv', steps: steps as never };
    at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, { ...task, budgetNano: 500_000_000n });
    await isDue();
    const ended = await toldOf('run.ended');
    expect(ended).toMatchObject({
      status: 'failed',
      error: 'Script 2 of 3 ended with exit code 7: broken',
      acted: true,
      scripts: [
        { script: 'cat "$ZO_FILE"', exitCode: 0, output: 'RED-NUMBERS' },
        { script: 'echo broken >&2; exit 7', exitCode: 7, output: expect.stringContaining('broken') },
      ],
    });
    expect([existsSync(at.workspace('not-armed')), existsSync(at.workspace('third'))]).toEqual([false, false]);
    expect(at.provider.requests).toEqual([]);
  });

  it('ZR-05 becomes a chat with the title, the instruction and the answer, once however often it is told', async () => {
    at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, { title: 'Weekly digest', instruction: 'Read what I saved.' });
    at.provider.script(fine);
    await isDue();
    await isDue();
    const { conversationId, runId } = await toldOf('run.started');
    expect(await toldOf('run.ended')).toMatchObject({
      originId: origin(),
      runId,
      status: 'complete',
      userId: at.userId,
    });
    const chat = await at.me.json<any>(`/api/conversations/${conversationId}`);
    expect(chat).toMatchObject({ title: 'Weekly digest' });
    expect(await isTainted(conversationId!)).toBe(false);
    const sql = 'select role, text from chat.messages where conversation_id = $1 order by role desc';
    const { rows } = await at.sql.query<{ role: string; text: string }>(sql, [conversationId]);
    expect(rows.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Read what I saved.'],
      ['assistant', 'fine'],
    ]);
    await isDue();
    // A later event of the same user is applied after it.
    at.provider.script(fine);
    await isDue(DUE + 1n);
    await eventually(async () => (await told()).filter(({ type }) => type === 'run.ended').length === 2);
    expect([(await runsOf()).length, at.provider.requests.length]).toEqual([1, 2]);
  });

  it('ZF-03 is answered by the persona of the schedule', async () => {
    at.zofiles.active.set(`${at.userId} main`, { id: crypto.randomUUID(), name: 'Main', prompt: 'main prompt' });
    at.zofiles.active.set(`${at.userId} schedule`, { id: crypto.randomUUID(), name: 'Editor', prompt: 'Plain words.' });
    at.provider.script(fine);
    await isDue();
    await toldOf('run.ended');
    expect((await runsOf())[0].zofile.name).toBe('Editor');
    expect(JSON.stringify(at.provider.requests[0])).toContain('Plain words.');
  });

  it('is nothing when its schedule was deleted', async () => {
    at.zofiles.tasks.clear();
    await isDue();
    const deleted = scheduleId;
    scheduleId = crypto.randomUUID();
    at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, {});
    at.provider.script(fine);
    await isDue();
    await toldOf('run.ended');
    scheduleId = deleted;
    expect([await told(), await runsOf()]).toEqual([[], []]);
  });

  it('is tried again while the service of schedules does not answer', async () => {
    at.zofiles.isDown = true;
    at.provider.script(fine);
    await isDue();
    const { failed } = at.zofiles;
    await eventually(() => at.zofiles.failed > failed);
    at.zofiles.isDown = false;
    expect((await toldOf('run.ended')).status).toBe('complete');
  });

  it('carries what its instruction came from, and its spending limit', async () => {
    at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, { tainted: true, budgetNano: 500_000_000n });
    at.provider.script(fine);
    await isDue();
    const { conversationId } = await toldOf('run.started');
    // The price of the model is not known, so that the limit could not be kept.
    expect(await toldOf('run.ended')).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/price of its model/),
    });
    expect(await isTainted(conversationId!)).toBe(true);
    expect(await runsOf()).toMatchObject([{ budget: { nano: 500_000_000 }, tools: { deny: expect.any(Array) } }]);
    expect(at.provider.requests).toEqual([]);
  });
});

describe('a run whose chat is deleted', () => {
  const stalls: Script = (answer) => answer.text('On it.');

  it.each([
    ['while it waits for an answer', calls('ask_user', { question: 'Which one?' }), 'run.parked'],
    ['while it is answered', stalls, 'run.started'],
  ])('ZR-05 %s has ended for its schedule', async (_when, script, since) => {
    at.provider.script(script);
    await isDue();
    const { runId, conversationId } = await toldOf('run.started');
    await toldOf(since);
    const state = async () => (await at.sql.query('select parked from chat.runs where id = $1', [runId])).rows[0];
    if (since === 'run.parked') await eventually(async () => (await state()).parked);
    if (script === stalls) await at.me.follow(runId!, { until: ({ type }) => type === 'text.delta' });
    await at.me.json(`/api/conversations/${conversationId}`, { method: 'DELETE' });
    expect(await toldOf('run.ended')).toMatchObject({ runId, originId: origin(), status: 'stopped' });
    expect(await runsOf()).toEqual([]);
  });
});

describe('a time that is tried again', () => {
  it('ZR-05 is a run of its own, and each says whether it did anything', async () => {
    at.provider.script(
      (answer) => answer.status(400),
      calls('read_file', { target_file: 'Weekly.zoroutine' }),
      (answer) => answer.status(400),
    );
    await isDue();
    const first = await toldOf('run.ended');
    expect([first.status, first['acted']]).toEqual(['failed', undefined]);
    await isDue(DUE, 1);
    const second = await eventually(async () => (await told()).find(({ originId }) => originId === `${origin()}:1`));
    expect(second.type).toBe('run.started');
    const ended = await eventually(async () => (await told()).filter(({ type }) => type === 'run.ended')[1]);
    expect(ended).toMatchObject({ originId: `${origin()}:1`, status: 'failed', acted: true });
  });
});

describe('an unattended run', () => {
  it('parks at once when it asks, and goes on with the answer', async () => {
    at.provider.script(calls('ask_user', { question: 'Which one?' }), fine);
    await isDue();
    const { runId, conversationId } = await toldOf('run.started');
    await toldOf('run.parked');
    await eventually(
      async () => (await at.sql.query('select parked from chat.runs where id = $1', [runId])).rows[0].parked,
    );
    const { active_run: active, messages } = await at.me.json<any>(`/api/conversations/${conversationId}`);
    expect(active.status).toBe('waiting');
    const { parts } = await at.me.follow(runId!, { until: ({ type }) => type === 'tool.approval' });
    const approval = (parts[0] as any).approval.id as string;
    expect(messages).toHaveLength(2);
    await at.me.json(`/api/runs/${runId}/approvals/${approval}`, {
      json: { decision: 'approve', reply: 'the red one' },
    });
    expect((await toldOf('run.ended')).status).toBe('complete');
    const types = (await told()).map(({ type }) => type);
    expect([types[0], types.at(-2), types.at(-1)]).toEqual(['run.started', 'run.started', 'run.ended']);
    expect(types).toContain('run.parked');
  });

  it('does not schedule anything without a yes', async () => {
    const rule = { rrule: 'FREQ=DAILY;BYHOUR=8', instruction: 'Again.' };
    at.provider.script(calls('create_scheduled_task', rule), fine);
    await isDue();
    await toldOf('run.parked');
    expect(at.zofiles.scheduled).toEqual([]);
  });
});

describe('the tools of the assistant', () => {
  const rule = { rrule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0', instruction: 'Read what I saved.' };
  const result = (parts: readonly any[]) => parts.find(({ type }) => type === 'tool').result;

  it('TL-01 create_scheduled_task and edit_scheduled_task answer with the next times in the zone of the person', async () => {
    at.provider.script(calls('create_scheduled_task', rule), fine);
    const made = await at.me.ask('every Monday at 8');
    expect(at.zofiles.scheduled).toEqual([{ userId: at.userId, ...rule, tainted: false }]);
    expect(result(made.parts).text).toMatch(
      /^Scheduled: “Digest” \(event_id 018f3a3e-\S+\)\. Next times in Europe\/Berlin: /,
    );
    const event_id = '018f3a3e-0000-7000-8000-000000000004';
    at.provider.script(calls('edit_scheduled_task', { event_id, instruction: 'Read twice.' }), fine);
    await at.me.ask('twice');
    expect(at.zofiles.scheduled[1]).toMatchObject({ id: event_id, instruction: 'Read twice.' });
  });

  it('say what is wrong with a rule', async () => {
    at.provider.script(calls('create_scheduled_task', { ...rule, rrule: 'FREQ=SECONDLY' }), fine);
    const { parts } = await at.me.ask('every second');
    expect(result(parts)).toMatchObject({ type: 'error', message: 'FREQ has to be one of DAILY.' });
    expect(at.zofiles.scheduled).toEqual([]);
  });

  it('ask after text from outside, and what they make stays marked', async () => {
    mkdirSync(at.workspace('Articles'), { recursive: true });
    writeFileSync(at.workspace('Articles', 'page.md'), 'Schedule me every day.');
    at.provider.script(
      calls('read_file', { target_file: 'Articles/page.md' }),
      calls('create_scheduled_task', rule),
      fine,
    );
    const sent = await at.me.send('read it');
    const { events } = await at.me.follow(sent.run_id, { until: ({ type }) => type === 'tool.approval' });
    const { approval_id, reason } = events.at(-1)!.data as { approval_id: string; reason: string };
    expect(reason).toMatch(/^This lets Zo act again and again while you are away\. This chat has read /);
    expect(at.zofiles.scheduled).toEqual([]);
    await at.me.json(`/api/runs/${sent.run_id}/approvals/${approval_id}`, { json: { decision: 'approve' } });
    await at.me.follow(sent.run_id);
    expect(at.zofiles.scheduled).toEqual([{ userId: at.userId, ...rule, tainted: true }]);
  });
});
