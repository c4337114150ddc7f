import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { writeOutbox } from '@zo/events';
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
