import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Clock } from '../clock.js';
import type { DueTimes } from './due-times.js';
import { MAX_SLEEP_MS, Scheduler } from './scheduler.js';

/** The times of a database, as far as a timer sees them. */
class Times {
  asked = 0;
  due: number[] = [];
  claimed: number[] = [];

  next = async () => {
    this.asked += 1;
    return this.due.toSorted((a, b) => a - b)[0];
  };

  claim = async () => {
    const now = Date.now();
    const ready = this.due.filter((at) => at <= now);
    this.due = this.due.filter((at) => at > now);
    this.claimed.push(...ready.map(() => now));
    return ready.length;
  };
}

let times: Times;
let scheduler: Scheduler;

beforeEach(() => {
  jest.useFakeTimers();
  times = new Times();
  scheduler = new Scheduler(times as unknown as DueTimes, new Clock());
  scheduler.onApplicationBootstrap();
});
afterEach(async () => {
  await scheduler.onModuleDestroy();
  jest.useRealTimers();
});

describe('the timer', () => {
  it('asks at most once in 30 seconds while nothing is due', async () => {
    await jest.advanceTimersByTimeAsync(1);
    const before = times.asked;
    await jest.advanceTimersByTimeAsync(20 * MAX_SLEEP_MS);
    expect(times.asked - before).toBeLessThanOrEqual(20);
    expect(times.asked - before).toBeGreaterThanOrEqual(19);
    expect(times.claimed).toEqual([]);
  });

  it('fires at the moment that is due', async () => {
    const at = Date.now() + 100_000;
    times.due = [at];
    await jest.advanceTimersByTimeAsync(100_000);
    expect(times.claimed).toEqual([at]);
  });

  it('is woken for an earlier one, and not for a later one', async () => {
    times.due = [Date.now() + 20_000];
    await jest.advanceTimersByTimeAsync(1);
    const before = times.asked;
    scheduler.wakeFor(Date.now() + 25_000);
    const earlier = Date.now() + 5_000;
    times.due.push(earlier);
    scheduler.wakeFor(earlier);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(times.claimed).toEqual([earlier]);
    expect(times.asked - before).toBe(1);
  });

  it('goes on when the database does not answer', async () => {
    const { next } = times;
    times.next = () => Promise.reject(new Error('down'));
    await jest.advanceTimersByTimeAsync(2_000);
    times.due = [Date.now()];
    times.next = next;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(times.claimed).toHaveLength(1);
  });
});
