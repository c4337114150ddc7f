import { describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { act, me, originOf, read, service, sql, tell, userId, useZo } from './zo-setup.js';

interface Occurrence {
  readonly due_at: string;
  readonly state: string;
  readonly why: string | null;
  readonly scripts: readonly object[];
  readonly late: boolean;
  readonly cost: number | null;
  readonly conversation_id: string | null;
  readonly manual: boolean;
}
interface Schedule {
  readonly id: string;
  readonly title: string;
  readonly rrule: string;
  readonly next: string[];
  readonly version: number;
  readonly paused_at: string | null;
  readonly paused_why: string | null;
  readonly tainted: boolean;
  readonly zofile_id: string | null;
  readonly last: Occurrence | null;
}

useZo({ userPerTest: true });

const monday = {
  instruction: 'Read what I saved.\nPick five.',
  rrule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0',
  zone: 'Europe/Berlin',
};
const create = (fields: object = {}, who = me) =>
  read<Schedule>(who('/api/schedules', { json: { ...monday, ...fields } }));
const get = (id: string, who = me) => read<Schedule>(who(`/api/schedules/${id}`));
const put = (id: string, json: object, who = me) => who(`/api/schedules/${id}`, { method: 'PUT', json });
const history = async (query = '', who = me) =>
  (await read<{ items: Occurrence[]; next: string | null }>(who(`/api/schedules/occurrences${query}`))).items;
const problem = async (answer: Promise<Response>) => {
  const { status, detail } = (await (await answer).json()) as { status: number; detail: string };
  return [status, detail];
};
const events = async () => {
  const counted = `select count(*)::int as count from events.log where topic = 'zo.events.v1' and key = $1`;
  return (await sql.query<{ count: number }>(counted, [userId])).rows[0]!.count;
};
/** Runs it now, and lets the run end. */
async function runs(id: string, status: string, more: object = {}): Promise<void> {
  const made = await read<Occurrence>(act(id, 'run'));
  const originId = originOf(id, made);
  await tell(
    ['run.started', { originId, conversationId: crypto.randomUUID() }],
    ['run.ended', { originId, status, ...more }],
  );
  await eventually(async () => !['due', 'started'].includes((await get(id)).last!.state));
}

const SCRIPTS = [{ script: 'make', exitCode: 2, durationMs: 40n, output: 'no rule' }, { script: 'sleep 1' }];

describe('schedules', () => {
  it('ZR-05 are made, listed by what is due next, changed and deleted', async () => {
    const digest = await create();
    expect(digest).toMatchObject({
      title: 'Read what I saved.',
      rrule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0',
      misfire: 'once',
      grace_s: 3_600,
      overlap: 'skip',
      budget: null,
      paused_at: null,
      tainted: false,
      version: 1,
      last: null,
    });
    expect(digest.next).toHaveLength(3);
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      timeStyle: undefined,
      hour: '2-digit',
      minute: '2-digit',
    });
    for (const at of digest.next) expect(clock.format(new Date(at))).toBe('Mon 08:00');
    const nightly = await create({ title: 'Nightly', rrule: 'FREQ=HOURLY;BYMINUTE=0,30', budget: 0.5 });
    expect((await read<Schedule[]>(me('/api/schedules'))).map(({ title }) => title)).toEqual([
      'Nightly',
      'Read what I saved.',
    ]);
    const changed = await read<Schedule>(put(digest.id, { rrule: 'FREQ=DAILY;BYHOUR=9;BYMINUTE=15', version: 1 }));
    expect([changed.version, changed.next[0] === digest.next[0]]).toEqual([2, false]);
    expect(await problem(put(digest.id, { title: 'Late', version: 1 }))).toEqual([
      409,
      expect.stringMatching(/changed elsewhere/),
    ]);
    expect((await me(`/api/schedules/${nightly.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await read<Schedule[]>(me('/api/schedules'))).map(({ id }) => id)).toEqual([digest.id]);
  });

  it('ZR-05 have a persona each, which answers in their conversations', async () => {
    const zofile = await read<{ id: string }>(me('/api/zofiles', { json: { name: 'Editor' } }));
    const digest = await create({ zofile_id: zofile.id });
    expect(await read(me('/api/zofiles/active'))).toMatchObject({ schedule: { [digest.id]: zofile.id } });
    expect((await read<Schedule>(put(digest.id, { zofile_id: null }))).zofile_id).toBeNull();
    expect(await problem(put(digest.id, { zofile_id: crypto.randomUUID() }))).toEqual([404, 'There is nothing here.']);
    await put(digest.id, { zofile_id: zofile.id });
    await me(`/api/schedules/${digest.id}`, { method: 'DELETE' });
    expect(await read(me('/api/zofiles/active'))).toMatchObject({ schedule: {} });
  });

  it('show the next three times before they are saved, or what is wrong', async () => {
    const preview = (json: object) =>
      read<{ next: string[]; problem: string | null }>(me('/api/schedules/preview', { json }));
    const { rrule, zone } = monday;
    expect(await preview({ rrule, zone })).toEqual({ next: (await create()).next, problem: null });
    expect(await preview({ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', zone })).toEqual({
      next: [],
      problem: 'This never happens.',
    });
    expect(await preview({ rrule: 'FREQ=MINUTELY;INTERVAL=2', zone })).toEqual({
      next: [],
      problem: 'Times have to be at least 5 minutes apart.',
    });
  });

  it('are due on the hour where only hours are written, whenever that was written', async () => {
    const rrule = 'FREQ=DAILY;BYHOUR=8,20';
    const made = await create({ rrule });
    const minutes = ({ next }: Pick<Schedule, 'next'>) => next.map((at) => new Date(at).getUTCMinutes());
    expect([made.rrule, minutes(made)]).toEqual([`${rrule};BYMINUTE=0`, [0, 0, 0]]);
    const changed = await read<Schedule>(put(made.id, { rrule: 'FREQ=DAILY;BYHOUR=9', version: made.version }));
    expect([changed.rrule, minutes(changed)]).toEqual(['FREQ=DAILY;BYHOUR=9;BYMINUTE=0', [0, 0, 0]]);
    const started = await create({ rrule: 'FREQ=DAILY;BYHOUR=9', starts_at: '2026-01-01T00:15:00' });
    expect(minutes(started)).toEqual([15, 15, 15]);
    await Promise.all([made, started].map(({ id }) => me(`/api/schedules/${id}`, { method: 'DELETE' })));
  });

  it('are refused with a sentence, and nothing is kept', async () => {
    const refused = async (fields: object) =>
      (await problem(me('/api/schedules', { json: { ...monday, ...fields } })))[0];
    expect(await problem(me('/api/schedules', { json: { ...monday, rrule: 'FREQ=SECONDLY' } }))).toEqual([
      422,
      expect.stringMatching(/^FREQ has to be one of/),
    ]);
    expect(await refused({ zone: 'Mars/Olympus' })).toBe(422);
    expect(await refused({ rrule: `FREQ=DAILY;BYHOUR=${Array.from({ length: 400 }, () => 1).join(',')}` })).toBe(422);
    expect(await refused({ instruction: ' ' })).toBe(400);
    expect(await refused({ starts_at: '2026-02-30T08:00:00' })).toBe(400);
    expect(await refused({ budget: -1 })).toBe(400);
    expect(await refused({ user_id: crypto.randomUUID() })).toBe(400);
    expect(await refused({ zofile_id: crypto.randomUUID() })).toBe(404);
    expect(await read(me('/api/schedules'))).toEqual([]);
  });

  it('of others are not there', async () => {
    const { id } = await create();
    const stranger = service.as(crypto.randomUUID());
    const answers = [
      stranger(`/api/schedules/${id}`),
      put(id, { title: 'mine' }, stranger),
      stranger(`/api/schedules/${id}`, { method: 'DELETE' }),
      ...['pause', 'resume', 'run'].map((action) => act(id, action, stranger)),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    await act(id, 'run');
    expect([await history('', stranger), await history(`?schedule_id=${id}`, stranger)]).toEqual([[], []]);
    expect((await get(id)).title).toBe('Read what I saved.');
  });

  it('are paused, in which nothing is due, and resumed from now on', async () => {
    const { id, next } = await create();
    expect(await read<Schedule>(act(id, 'pause'))).toMatchObject({
      paused_at: expect.any(String),
      paused_why: null,
      next: [],
    });
    expect(await read<Schedule>(act(id, 'resume'))).toMatchObject({ paused_at: null, next, version: 1 });
  });
});

describe('a run', () => {
  it('ZR-05 is started now, once, and every state of it is in the history', async () => {
    const { id } = await create();
    const answer = await act(id, 'run');
    const made = (await answer.json()) as Occurrence;
    expect([answer.status, made.state, made.manual]).toEqual([202, 'due', true]);
    expect(await problem(act(id, 'run'))).toEqual([409, expect.stringMatching(/running already/)]);
    expect(await events()).toBe(1);
    const originId = originOf(id, made);
    const conversationId = crypto.randomUUID();
    const state = (wanted: string) => eventually(async () => (await history()).find((row) => row.state === wanted));
    await tell(['run.started', { originId, conversationId }]);
    expect(await state('started')).toMatchObject({ conversation_id: conversationId, late: false });
    await tell(['run.parked', { originId }]);
    await state('parked');
    await tell(['run.started', { originId, conversationId }]);
    await state('started');
    await tell(['run.ended', { originId, status: 'complete', costNano: 6_000_000n, scripts: SCRIPTS }]);
    expect(await state('done')).toMatchObject({ cost: 0.006, why: null, conversation_id: conversationId });
    expect((await history())[0]!.scripts).toMatchObject([{ exit_code: 2, output: 'no rule' }, { exit_code: null }]);
    // Late news changes nothing.
    await tell(['run.parked', { originId }], ['run.ended', { originId, status: 'failed', error: 'late' }]);
    await runs(id, 'complete');
    expect((await history(`?schedule_id=${id}`)).map((row) => row.state)).toEqual(['done', 'done']);
    expect((await get(id)).last).toMatchObject({ state: 'done', why: null });
  });

  it('pauses its schedule when it fails five times in a row, and says why', async () => {
    const { id } = await create();
    const failure = { error: 'The model refused the key.' };
    for (let n = 0; n < 4; n++) await runs(id, 'failed', failure);
    await runs(id, 'complete');
    for (let n = 0; n < 4; n++) await runs(id, 'failed', failure);
    await runs(id, 'stopped');
    expect((await get(id)).paused_at).toBeNull();
    await runs(id, 'failed', failure);
    expect(await get(id)).toMatchObject({
      paused_at: expect.any(String),
      paused_why: 'It failed 5 times in a row. The model refused the key.',
      next: [],
    });
    expect(await history('?only=failed&limit=1')).toMatchObject([
      { state: 'failed', why: 'The model refused the key.' },
    ]);
    await act(id, 'resume');
    await runs(id, 'failed', failure);
    expect((await get(id)).paused_at).toBeNull();
  });

  it('waits for the one before it where the schedule says so', async () => {
    const { id } = await create({ overlap: 'queue' });
    const first = await read<Occurrence>(act(id, 'run'));
    const second = await read<Occurrence>(act(id, 'run'));
    expect([first.state, second.state, await events()]).toEqual(['due', 'queued', 1]);
    const originId = originOf(id, first);
    await tell(
      ['run.started', { originId, conversationId: crypto.randomUUID() }],
      ['run.ended', { originId, status: 'complete' }],
    );
    await eventually(async () => (await history())[0]!.state === 'due');
    expect(await events()).toBe(2);
  });

  it('of a deleted schedule, and news about others, change nothing', async () => {
    const { id } = await create();
    const made = await read<Occurrence>(act(id, 'run'));
    await me(`/api/schedules/${id}`, { method: 'DELETE' });
    const other = await create();
    await tell(
      ['run.started', { originId: originOf(id, made), conversationId: crypto.randomUUID() }],
      ['run.ended', { originId: originOf(id, made), status: 'failed' }],
      ['run.ended', { originId: 'occurrence:x', status: 'failed' }],
    );
    await runs(other.id, 'complete');
    expect((await history()).map((row) => row.state)).toEqual(['done']);
  });

  it('is asked for page by page', async () => {
    const { id } = await create();
    for (let n = 0; n < 3; n++) await runs(id, 'complete');
    const page = (query: string) =>
      read<{ items: Occurrence[]; next: string | null }>(me(`/api/schedules/occurrences${query}`));
    const first = await page('?limit=2');
    const second = await page(`?limit=2&before=${first.next}`);
    expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null]);
    expect(new Set([...first.items, ...second.items].map(({ due_at }) => due_at)).size).toBe(3);
    expect(await problem(me('/api/schedules/occurrences?before=x'))).toEqual([400, expect.stringMatching(/cursor/)]);
  });
});
