import { describe, expect, it } from '@jest/globals';
import { me, read, service, useZo } from './zo-setup.js';

interface Calendar {
  readonly items: readonly { schedule_id: string; at: string; state: string | null }[];
  readonly often: readonly string[];
  readonly more: boolean;
}

const DAY = 86_400_000;
useZo({ userPerTest: true });

const create = async (rrule: string, zone = 'UTC') =>
  (await read<{ id: string }>(me('/api/schedules', { json: { instruction: 'Look.', rrule, zone } }))).id;
const between = (from: number, to: number, who = me) =>
  who(`/api/schedules/calendar?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`);
const calendar = (from: number, to: number, who = me) => read<Calendar>(between(from, to, who));

describe('the calendar', () => {
  it('ZR-05 shows what ran, and what is to come, in order', async () => {
    const daily = await create('FREQ=DAILY;BYHOUR=8;BYMINUTE=0');
    const { due_at } = await read<{ due_at: string }>(me(`/api/schedules/${daily}/run`, { json: {} }));
    const now = Date.now();
    const { items, often, more } = await calendar(now - DAY, now + 30 * DAY);
    expect(items[0]).toEqual({ schedule_id: daily, at: due_at, state: 'due', conversation_id: null });
    const coming = items.slice(1);
    expect(coming.map(({ state }) => state)).toEqual(coming.map(() => null));
    expect(coming).toHaveLength(30);
    expect(coming.every(({ at }) => at.endsWith('T08:00:00.000Z'))).toBe(true);
    expect([often, more]).toEqual([[], false]);
    // A page of the past shows nothing to come.
    expect((await calendar(now - 30 * DAY, now - DAY)).items).toEqual([]);
  });

  it('keeps the hour over a change of the clock', async () => {
    await create('FREQ=DAILY;BYHOUR=8;BYMINUTE=0', 'Europe/Berlin');
    const year = new Date().getUTCFullYear() + 1;
    const { items } = await calendar(Date.UTC(year, 2, 20), Date.UTC(year, 3, 5));
    expect(items.length).toBeGreaterThan(14);
    const hours = items.map(({ at }) => new Date(at).getUTCHours());
    expect([...new Set(hours)]).toEqual([7, 6]);
  });

  it('leaves out what is paused, and names what is due too often', async () => {
    const now = Date.now();
    const hourly = await create('FREQ=HOURLY;BYMINUTE=5');
    const paused = await create('FREQ=DAILY;BYHOUR=8;BYMINUTE=0');
    await me(`/api/schedules/${paused}/pause`, { json: {} });
    expect(await calendar(now, now + 30 * DAY)).toEqual({ items: [], often: [hourly], more: false });
    const crowded = await create('FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11;BYMINUTE=0');
    const { items, more } = await calendar(now, now + 30 * DAY);
    expect([items.length, items.every(({ schedule_id }) => schedule_id === crowded), more]).toEqual([200, true, true]);
  });

  it('of others is empty, and a range is bounded', async () => {
    const now = Date.now();
    await create('FREQ=DAILY;BYHOUR=8;BYMINUTE=0');
    expect((await calendar(now, now + 30 * DAY, service.as(crypto.randomUUID()))).items).toEqual([]);
    for (const [from, to] of [
      [now, now + 46 * DAY],
      [now, now],
      [now, now - DAY],
    ] as const)
      expect((await between(from, to)).status).toBe(400);
    expect((await me('/api/schedules/calendar?from=yesterday&to=today')).status).toBe(400);
    expect((await me('/api/schedules/calendar')).status).toBe(400);
  });
});
