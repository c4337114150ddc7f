import { describe, expect, it } from '@jest/globals';
import { RuleError } from './rule.js';
import { recurrenceOf, timesUpTo, tryRule, within, withinTrial } from './trial.js';

const now = Date.parse('2026-11-26T08:00:00Z');
const written = (rrule: string, zone = 'Europe/Berlin') => ({ rrule, zone, startsAt: '2026-11-26T09:00:00' });
const problem = (rrule: string, zone?: string) => {
  try {
    tryRule(written(rrule, zone), now);
    return undefined;
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return error.message;
  }
};

describe('a new rule', () => {
  it('answers with its next three times', () => {
    expect(
      tryRule(written('FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0'), now).map((at) => new Date(at).toISOString()),
    ).toEqual(['2026-11-30T07:00:00.000Z', '2026-12-07T07:00:00.000Z', '2026-12-14T07:00:00.000Z']);
  });

  it('is refused with a sentence', () => {
    expect(problem('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')).toBe('This never happens.');
    expect(problem('FREQ=DAILY;UNTIL=20200101')).toBe('This never happens.');
    expect(problem('FREQ=DAILY;BYHOUR=10;UNTIL=20261126T090000Z')).toBeUndefined();
    expect(problem('FREQ=MINUTELY')).toBe('Times have to be at least 5 minutes apart.');
    expect(problem('FREQ=SECONDLY')).toMatch(/^FREQ has to be one of /);
    expect(problem('every monday')).toMatch(/is no part of a rule/);
    expect(problem('FREQ=DAILY', 'Mars/Olympus')).toMatch(/is no time zone/);
    expect(problem('FREQ=DAILY;COUNT=1')).toBe('This has ended already.');
  });

  it('cannot hold up the process', () => {
    const forever = () => {
      for (;;);
    };
    const broken = () => {
      throw new TypeError('a bug');
    };
    expect(() => within(forever, 20)).toThrow(RuleError);
    expect(() => within(broken)).toThrow(TypeError);
    expect(within(() => 42)).toBe(42);
  });

  it('is not refused because the machine has no processor time for a while', () => {
    const stalls = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    expect(() => within(stalls, 250)).toThrow(RuleError);
    expect(withinTrial(stalls)).toBe('timed-out');
    const forever = () => {
      for (;;);
    };
    expect(() => withinTrial(forever)).toThrow(RuleError);
  });

  it('has at most as many times as asked for', () => {
    const recurrence = recurrenceOf(written('FREQ=HOURLY'));
    const after = now - 1;
    expect(timesUpTo(recurrence, { after, until: now + 10 * 3_600_000, limit: 4 })).toHaveLength(4);
    expect(timesUpTo(recurrence, { after, until: now + 3_600_000, limit: 40 })).toHaveLength(2);
    expect(timesUpTo(recurrence, { after: now, until: now, limit: 40 })).toEqual([]);
  });
});
