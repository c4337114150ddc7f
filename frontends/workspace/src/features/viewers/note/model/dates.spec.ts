import { describe, expect, it } from '@jest/globals';
import { dateOptions } from './dates';

/** A Thursday. */
const today = new Date(2026, 10, 26);
const days = (typed: string) => dateOptions(typed, today).map(({ day }) => day);

describe('dates of mentions', () => {
  it('ED-03 nothing typed offers today, tomorrow, next monday, next week and next month', () => {
    expect(dateOptions('', today)).toEqual([
      { label: 'Today', day: '2026-11-26' },
      { label: 'Tomorrow', day: '2026-11-27' },
      { label: 'Next monday', day: '2026-11-30' },
      { label: 'Next week', day: '2026-12-03' },
      { label: 'Next month', day: '2026-12-26' },
    ]);
  });

  it.each([
    ['today', ['2026-11-26']],
    ['tom', ['2026-11-27']],
    ['Yesterday', ['2026-11-25']],
    ['next monday', ['2026-11-30']],
    ['next thursday', ['2026-12-03']],
    ['this week', ['2026-11-23']],
    ['2027-02-03', ['2027-02-03']],
    ['2026-02-30', []],
    ['12/24/2026', ['2026-12-24']],
    ['24/12/2026', ['2026-12-24']],
    ['3/4/2027', ['2027-03-04', '2027-04-03']],
    ['5/5/2027', ['2027-05-05']],
    ['24/12', ['2026-12-24']],
    ['soonish', []],
  ])('ED-03 %s stands for %j', (typed, expected) => {
    expect(days(typed)).toEqual(expected);
  });
});
