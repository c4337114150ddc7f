import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { writeOutbox } from '@zo/events';
import type { RunEnded } from '@zo/proto/chat/v1';
import { Claims, type Process } from './claims.js';

const HOUR = 3_600_000;
let claims: Claims;
let one: Process;
let two: Process;

beforeAll(async () => {
  claims = await Claims.start();
  one = await claims.process();
  two = await claims.process();
});
afterEach(async () => {
  one.database.setOutbox(writeOutbox, () => undefined);
  await claims.clear();
});
afterAll(() => claims.stop());

const times = async (id: string) =>
  (await claims.rows(id)).map(({ due_at, state }) => `${due_at.toISOString().slice(0, 16)} ${state}`);

describe('a time that is due', () => {
  it('ZR-05 is claimed once by processes that claim at once, as one row and one event', async () => {
    for (let n = 0; n < 300; n++) await claims.add();
    const claimed = await Promise.all([one, two, one, two].map((process) => claims.claimAll(process)));
    expect(claimed.reduce((sum, n) => sum + n)).toBe(300);
    const rows = await claims.rows();
    expect([rows.length, new Set(rows.map(({ schedule_id }) => schedule_id)).size]).toEqual([300, 300]);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['due']));
    expect(await claims.events()).toBe(300);
    expect(await two.due.next()).toBe(claims.clock.at + HOUR);
  });

  it('ZR-05 is neither lost nor doubled when its process loses the database in the middle', async () => {
    await claims.add();
    let killed = 0;
    one.database.setOutbox(
      async (tx, events) => {
        await writeOutbox(tx, events);
        const [{ pid }] = (await tx.query('select pg_backend_pid() as pid')) as [{ pid: number }];
        await claims.admin.query('select pg_terminate_backend($1)', [pid]);
        killed += 1;
      },
      () => undefined,
    );
    await expect(one.due.claim()).rejects.toThrow();
    expect([killed, await claims.rows(), await claims.events()]).toEqual([1, [], 0]);
    expect(await claims.claimAll(two)).toBe(1);
    expect([(await claims.rows()).length, await claims.events()]).toEqual([1, 1]);
  });

  it('shares a claim between users: many schedules of one hold up nobody', async () => {
    const [busy, others] = [crypto.randomUUID(), Array.from({ length: 5 }, () => crypto.randomUUID())];
    const before = new Date(claims.clock.at - 60_000);
    for (let n = 0; n < 1_000; n++) await claims.add({ userId: busy, nextAt: before });
    for (const userId of others) await claims.add({ userId });
    await one.due.claim();
    const first = await claims.rows();
    expect(others.filter((userId) => !first.some(({ user_id }) => user_id === userId))).toEqual([]);
    expect(first.filter(({ user_id }) => user_id === busy)).toHaveLength(20);
    await Promise.all([claims.claimAll(one), claims.claimAll(two)]);
    expect([await claims.events(), (await claims.rows()).length]).toEqual([1_005, 1_005]);
  });

  it('ZR-05 comes once a night over both changes of the clock', async () => {
    const start = Date.parse('2026-03-28T00:00:00Z');
    const rule = { rrule: 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30', zone: 'Europe/Berlin' };
    const spring = await claims.add({ ...rule, nextAt: new Date('2026-03-28T01:30:00Z') });
    const autumn = await claims.add({ ...rule, nextAt: new Date('2026-10-24T00:30:00Z') });
    for (let at = start; at < start + 3 * 24 * HOUR; at += HOUR / 2) {
      claims.clock.at = at;
      await claims.claimAll(one);
    }
    for (let at = Date.parse('2026-10-24T00:00:00Z'), n = 0; n < 3 * 48; n++) {
      claims.clock.at = at + (n * HOUR) / 2;
      await two.due.claim();
    }
    expect((await times(spring)).slice(0, 3)).toEqual([
      '2026-03-28T01:30 due',
      '2026-03-29T01:30 due',
      '2026-03-30T00:30 due',
    ]);
    expect(await times(autumn)).toEqual(['2026-10-24T00:30 due', '2026-10-25T00:30 due', '2026-10-26T01:30 due']);
    claims.clock.at = Date.parse('2026-11-26T12:00:00Z');
  });
});

describe('a schedule whose runs take turns', () => {
  it('ZR-05 starts a time that was claimed while the run before it ended', async () => {
    const userId = crypto.randomUUID();
    claims.clock.at = Math.ceil(claims.clock.at / HOUR) * HOUR;
    const ids = [await claims.add({ userId, overlap: 'skip' }), await claims.add({ userId, overlap: 'queue' })];
    await claims.claimAll(one);
    const [first, runId] = [claims.clock.at, crypto.randomUUID()];
    claims.clock.at += HOUR;
    const end = (id: string) => {
      const ended = {
        userId,
        originId: `occurrence:${id}:${first}`,
        runId,
        status: 'complete',
        error: '',
        scripts: [],
      };
      return two.runs.ended(ended as Partial<RunEnded> as RunEnded);
    };
    await claims.between(
      () => one.due.claim(),
      () => Promise.all(ids.map(end)),
    );
    for (const id of ids) expect((await claims.rows(id)).map(({ state }) => state)).toEqual(['done', 'due']);
    expect(await claims.events()).toBe(4);
  });

  it('starts what waits for its turn although nothing runs before it, once', async () => {
    claims.clock.at = Math.ceil(claims.clock.at / HOUR) * HOUR;
    const jammed = await claims.add({ overlap: 'queue' });
    await claims.admin.query(
      `insert into zo.occurrences (schedule_id, user_id, due_at, state)
       select id, user_id, next_at - make_interval(hours => n), 'queued' from zo.schedules, generate_series(1, 2) n`,
    );
    const other = await claims.add({ overlap: 'queue' });
    await Promise.all([claims.claimAll(one), claims.claimAll(two)]);
    expect((await claims.rows(jammed)).map(({ state }) => state)).toEqual(['due', 'queued', 'queued']);
    expect([(await claims.rows(other)).length, await claims.events()]).toEqual([1, 2]);
  });
});

describe('after ten due times without a process', () => {
  const tenHoursAgo = () => new Date(claims.clock.at - 9 * HOUR);

  it.each([
    ['once', ['missed', 'missed', 'missed', 'missed', 'missed', 'missed', 'missed', 'missed', 'due', 'due']],
    ['all', Array.from({ length: 10 }, () => 'due')],
  ])('%s: every time is a row', async (misfire, states) => {
    const id = await claims.add({ misfire, nextAt: tenHoursAgo() });
    await claims.claimAll(one);
    expect((await claims.rows(id)).map(({ state }) => state)).toEqual(states);
  });

  it('more than fit into one claim follow in the next', async () => {
    const id = await claims.add({ misfire: 'skip', nextAt: new Date(claims.clock.at - 300 * HOUR) });
    expect(await claims.claimAll(one)).toBeGreaterThan(2);
    const rows = await claims.rows(id);
    expect(rows).toHaveLength(301);
    expect(rows.filter(({ state }) => state === 'due')).toHaveLength(2);
  });

  it('nothing is due while the clock is set back, and nothing comes twice', async () => {
    const id = await claims.add();
    await claims.claimAll(one);
    claims.clock.at -= 5 * HOUR;
    expect(await claims.claimAll(one)).toBe(0);
    claims.clock.at += 6 * HOUR;
    await claims.claimAll(one);
    expect(await claims.rows(id)).toHaveLength(2);
    claims.clock.at -= HOUR;
  });

  it('a schedule whose times cannot be worked out is paused, and holds up no other', async () => {
    const broken = await claims.add({ zone: 'Mars/Olympus' });
    const other = await claims.add();
    await claims.claimAll(one);
    const { rows } = await claims.admin.query('select paused_why from zo.schedules where id = $1', [broken]);
    expect(rows).toEqual([{ paused_why: expect.stringMatching(/is no time zone/) }]);
    expect([(await claims.rows(broken)).length, (await claims.rows(other)).length]).toEqual([0, 1]);
  });
});

describe('a run that failed', () => {
  const MINUTE = 60_000;
  const end = (userId: string, more: object) =>
    one.runs.ended({
      userId,
      originId: '',
      runId: crypto.randomUUID(),
      status: 'failed',
      error: '',
      scripts: [],
      ...more,
    } as Partial<RunEnded> as RunEnded);
  const row = async (id: string) => {
    const sql = 'select state, attempt, why, retry_at from zo.occurrences where schedule_id = $1';
    return (await claims.admin.query(sql, [id])).rows[0];
  };
  async function due() {
    const userId = crypto.randomUUID();
    claims.clock.at = Math.ceil(claims.clock.at / HOUR) * HOUR;
    const id = await claims.add({ userId });
    await claims.claimAll(one);
    return { id, userId, originId: `occurrence:${id}:${claims.clock.at}` };
  }

  it('ZR-05 before it did anything is tried again after 1, 5 and 25 minutes, and then has failed', async () => {
    const { id, userId, originId } = await due();
    const error = 'The model is away.';
    for (const [attempt, minutes] of [1, 5, 25].entries()) {
      const failure = { originId: attempt === 0 ? originId : `${originId}:${attempt}`, error };
      await end(userId, failure);
      expect(await row(id)).toMatchObject({ state: 'due', attempt, why: error, retry_at: expect.any(Date) });
      expect(await one.due.next()).toBe(claims.clock.at + minutes * MINUTE);
      claims.clock.at += minutes * MINUTE - 1;
      expect(await claims.claimAll(one)).toBe(0);
      claims.clock.at += 1;
      const claimed = await Promise.all([claims.claimAll(one), claims.claimAll(two)]);
      expect([claimed[0] + claimed[1], await claims.events()]).toEqual([1, attempt + 2]);
      // What ended before says nothing of this attempt.
      await end(userId, failure);
      expect(await row(id)).toMatchObject({ state: 'due', attempt: attempt + 1, retry_at: null });
    }
    await end(userId, { originId: `${originId}:3`, error });
    expect(await row(id)).toMatchObject({ state: 'failed', attempt: 3, why: error });
  });

  it.each([
    ['called a tool', { acted: true }],
    ['could not begin', { runId: '' }],
    ['was stopped', { status: 'stopped' }],
  ])('after it %s is not tried again', async (_what, more) => {
    const { id, userId, originId } = await due();
    await end(userId, { originId, ...more });
    expect(await row(id)).toMatchObject({ state: 'failed', retry_at: null });
  });

  it('is not tried again while its schedule is paused', async () => {
    const { id, userId, originId } = await due();
    await end(userId, { originId });
    await claims.admin.query('update zo.schedules set paused_at = now() where id = $1', [id]);
    claims.clock.at += 2 * MINUTE;
    expect([await claims.claimAll(one), await one.due.next()]).toEqual([0, undefined]);
    await claims.admin.query('update zo.schedules set paused_at = null where id = $1', [id]);
    expect(await claims.claimAll(one)).toBe(1);
  });
});

it('a run that nobody starts is said to be late in the history', async () => {
  claims.clock.at = Math.ceil(claims.clock.at / HOUR) * HOUR;
  const id = await claims.add();
  await claims.claimAll(one);
  claims.clock.at += 61_000;
  await one.due.next();
  const { rows } = await claims.admin.query('select why from zo.occurrences where schedule_id = $1', [id]);
  expect(rows).toEqual([{ why: 'Its run was not started yet. Zo goes on trying.' }]);
});
