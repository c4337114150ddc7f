import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { parseRule, RuleError } from './rule.js';
import { isZone, nextTime, nextTimes, type Recurrence } from './times.js';

type Vector = readonly [rule: string, zone: string, start: string, after: number, times: readonly number[]];
const vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/recurrence.json', import.meta.url), 'utf8'),
) as readonly Vector[];

const recurrence = (rule: string, zone = 'Europe/Berlin', start = '2026-01-01T09:00:00'): Recurrence => ({
  rule: parseRule(rule),
  zone,
  start,
});
const after = (moment: string) => Date.parse(moment);
const shown = (times: readonly number[]) => times.map((at) => new Date(at).toISOString().slice(0, 16));

describe('times of a rule', () => {
  it('equal those of python-dateutil around every change of the clock from 2024 to 2032 in 50 zones', () => {
    const wrong = vectors.filter(([rule, zone, start, from, times]) => {
      const found = nextTimes(recurrence(rule, zone, start), from * 1_000, times.length + 1);
      return JSON.stringify(found.slice(0, times.length)) !== JSON.stringify(times.map((at) => at * 1_000));
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(vectors.length).toBeGreaterThan(900);
    expect(new Set(vectors.map(([, zone]) => zone)).size).toBeGreaterThanOrEqual(50);
  });

  it('are those of the wall clock that Temporal gives around every change of the clock in these zones', () => {
    const [first, last] = ['2024-01-01', '2033-01-01'].map((day) => Temporal.PlainDate.from(day));
    const wrong: string[] = [];
    let changes = 0;
    for (const zone of new Set(vectors.map((vector) => vector[1]))) {
      const end = last!.toZonedDateTime(zone);
      let change = first!.toZonedDateTime(zone).getTimeZoneTransition('next');
      for (; change && Temporal.ZonedDateTime.compare(change, end) < 0; change = change.getTimeZoneTransition('next')) {
        changes += 1;
        const from = change.subtract({ days: 2 }).startOfDay();
        for (const time of ['00:30', '01:30', '02:30', '03:00']) {
          const [hour, minute] = time.split(':').map(Number);
          const rule = `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=${minute}`;
          const expected = [0, 1, 2, 3].map(
            (days) =>
              from.toPlainDate().add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds,
          );
          const found = nextTimes(recurrence(rule, zone, '2023-12-01T00:00:00'), from.epochMilliseconds - 1, 4);
          if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(`${zone} ${change.toString()} ${time}`);
        }
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(changes).toBeGreaterThan(300);
  });

  it('a time that the clock skips is due an hour later, and one that comes twice is due once', () => {
    const nightly = recurrence('FREQ=DAILY;BYHOUR=2;BYMINUTE=30');
    expect(shown(nextTimes(nightly, after('2026-03-28T00:00Z'), 3))).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ]);
    expect(shown(nextTimes(nightly, after('2026-10-24T12:00Z'), 2))).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
    const both = recurrence('FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30');
    expect(shown(nextTimes(both, after('2026-03-28T12:00Z'), 3))).toEqual([
      '2026-03-29T01:00',
      '2026-03-29T01:30',
      '2026-03-30T00:00',
    ]);
  });

  it('hours without a part of the wall clock are hours that pass', () => {
    const six = recurrence('FREQ=HOURLY;INTERVAL=6', 'Europe/Berlin', '2026-10-24T18:00:00');
    expect(shown(nextTimes(six, after('2026-10-24T17:00Z'), 3))).toEqual([
      '2026-10-24T22:00',
      '2026-10-25T04:00',
      '2026-10-25T10:00',
    ]);
    const thrice = recurrence('FREQ=MINUTELY;INTERVAL=5;COUNT=3', 'UTC', '2026-01-01T00:00:00');
    expect(shown(nextTimes(thrice, 0, 9))).toEqual(['2026-01-01T00:00', '2026-01-01T00:05', '2026-01-01T00:10']);
    expect(nextTime(thrice, after('2026-01-01T00:10Z'))).toBeUndefined();
  });

  it('ends at UNTIL: a day, a wall clock of the zone, or an instant', () => {
    const last = (until: string) => {
      const times = nextTimes(recurrence(`FREQ=DAILY;UNTIL=${until}`), after('2026-03-26T00:00Z'), 99);
      return shown(times).at(-1);
    };
    expect(last('20260329')).toBe('2026-03-29T07:00');
    expect(last('20260329T085959')).toBe('2026-03-28T08:00');
    expect(last('20260329T090000')).toBe('2026-03-29T07:00');
    expect(last('20260329T065959Z')).toBe('2026-03-28T08:00');
  });

  it('a rule that is never due has no next time, after a bounded search', () => {
    for (const rule of [
      'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2',
      'FREQ=MINUTELY;INTERVAL=5;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=HOURLY;INTERVAL=24;BYHOUR=3',
      'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6',
      'FREQ=DAILY;UNTIL=20200101',
    ])
      expect([rule, nextTime(recurrence(rule), after('2026-11-26T00:00Z'))]).toEqual([rule, undefined]);
    expect(shown([nextTime(recurrence('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'), after('2026-11-26T00:00Z'))!])).toEqual([
      '2028-02-29T08:00',
    ]);
  });

  it('knows time zones by their names', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Calcutta'])
      expect([zone, isZone(zone)]).toEqual([zone, true]);
    for (const zone of ['', 'Mars/Base', '+02:00', 'Europe/Berlin; x', 'x'.repeat(99), '../etc'])
      expect([zone, isZone(zone)]).toEqual([zone, false]);
  });
});

/** Each with the beginning of its text as a title. */
const REFUSED = [
  ['', 'needs a FREQ'],
  ['INTERVAL=2', 'needs a FREQ'],
  ['FREQ=SECONDLY', 'FREQ has to be one of'],
  ['FREQ=DAILY;FREQ=DAILY', 'twice'],
  ['FREQ=DAILY;BYHOUR=99', 'hours from 0 to 23'],
  ['FREQ=DAILY;BYHOUR=1,,2', 'hours from 0 to 23'],
  ['FREQ=DAILY;BYWEEKNO=3', 'no part of a rule'],
  ['FREQ=DAILY;BYHOUR', 'no part of a rule'],
  ['FREQ=DAILY;constructor=1', 'no part of a rule'],
  ['FREQ=DAILY\nDTSTART:19700101T000000', 'no part of a rule'],
  ['FREQ=DAILY;COUNT=3;UNTIL=20300101', 'not both'],
  ['FREQ=DAILY;COUNT=9999', 'from 1 to 1000'],
  ['FREQ=DAILY;INTERVAL=0', 'from 1 to 1000'],
  ['FREQ=DAILY;UNTIL=tomorrow', 'a day or a moment'],
  ['FREQ=DAILY;UNTIL=20260230T100000Z', 'a day or a moment'],
  ['FREQ=DAILY;BYDAY=1MO', 'monthly or yearly'],
  ['FREQ=MONTHLY;BYDAY=0MO', 'weekdays, such as'],
  ['FREQ=DAILY;BYSETPOS=1', 'chooses from'],
  ['FREQ=MINUTELY', '5 minutes apart'],
  ['FREQ=MINUTELY;INTERVAL=4', '5 minutes apart'],
  ['FREQ=HOURLY;BYMINUTE=0,2', '5 minutes apart'],
  ['FREQ=DAILY;BYMINUTE=1,58', '5 minutes apart'],
  [`FREQ=DAILY;BYMINUTE=${Array.from({ length: 25 }, (_, n) => n * 2).join()}`, 'more than 24 values'],
  [`FREQ=DAILY;BYHOUR=${'1,'.repeat(300)}`, 'longer than 500'],
].map(([text, sentence]) => [JSON.stringify(text!.slice(0, 60)), { text: text!, sentence: sentence! }] as const);

describe('a rule', () => {
  it('is read with or without its name, in any case', () => {
    expect(parseRule(' rrule:freq=weekly;byday=mo,we;byhour=8 ')).toEqual({
      frequency: 'WEEKLY',
      interval: 1,
      count: undefined,
      text: 'FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=8',
      until: undefined,
      onWallClock: true,
    });
  });

  it.each(REFUSED)('%s is refused with a sentence', (_, { text, sentence }) => {
    expect(() => parseRule(text)).toThrow(RuleError);
    expect(() => parseRule(text)).toThrow(sentence);
  });
});
