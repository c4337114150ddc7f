import { describe, expect, it } from '@jest/globals';
import { formOf, NEW_RULE, ruleInWords, ruleOf, whenInWords } from './index';

describe('rules in the form', () => {
  it.each([
    ['FREQ=DAILY;BYHOUR=8;BYMINUTE=0', 'Every day at 8:00'],
    ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=5', 'Every Monday at 8:05'],
    ['FREQ=WEEKLY;BYDAY=MO,WE,FR;BYHOUR=18;BYMINUTE=30', 'Every Monday, Wednesday and Friday at 18:30'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0', 'Every weekday at 9:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=31;BYHOUR=0;BYMINUTE=0', 'On day 31 of every month at 0:00'],
    ['FREQ=HOURLY;BYMINUTE=0', 'Every hour'],
    ['FREQ=HOURLY;BYMINUTE=20', 'Every hour, at 20 minutes past'],
  ])('%s is “%s”, and is written back as it was', (rule, words) => {
    expect(ruleInWords(rule)).toBe(words);
    expect(ruleOf(formOf(rule))).toBe(rule);
  });

  it.each([
    'FREQ=DAILY;INTERVAL=2;BYHOUR=8;BYMINUTE=0',
    'FREQ=DAILY;BYHOUR=7,19;BYMINUTE=0',
    'FREQ=MONTHLY;BYDAY=1MO;BYHOUR=8;BYMINUTE=0',
    'FREQ=DAILY;BYHOUR=8;BYMINUTE=0;COUNT=3',
    'FREQ=WEEKLY;BYDAY=MO',
    'nonsense',
  ])('%s has parts that the form does not show, and is kept as it is', (rule) => {
    expect(formOf(rule)).toMatchObject({ repeat: 'own', own: rule });
    expect(ruleOf(formOf(rule))).toBe(rule);
    if (rule.includes('7,19')) expect(ruleInWords(rule)).toBe('Every day at 7:00 and 19:00');
    else expect(ruleInWords(rule)).toBe(rule);
  });

  it.each([
    ['FREQ=MINUTELY;INTERVAL=5', 'Every 5 minutes'],
    ['FREQ=HOURLY;INTERVAL=1', 'Every hour'],
    ['FREQ=MINUTELY;INTERVAL=30;BYHOUR=9', 'FREQ=MINUTELY;INTERVAL=30;BYHOUR=9'],
  ])('%s is “%s”', (rule, words) => {
    expect(ruleInWords(rule)).toBe(words);
  });

  it('no rule is no time; files stand beside it', () => {
    expect([
      formOf('').repeat,
      ruleOf(formOf('')),
      whenInWords({ rrule: '', file: null, mail: null, webhook: false }),
    ]).toEqual(['never', '', '']);
    const daily = 'FREQ=DAILY;BYHOUR=8;BYMINUTE=0';
    expect(whenInWords({ rrule: daily, file: 'a/*', mail: 'from:acme', webhook: true }, ' in Berlin')).toBe(
      'Every day at 8:00 in Berlin · When a file arrives in a/* · When a mail arrives: from:acme · When it is called',
    );
  });

  it('a rule in another order of parts is the same', () => {
    expect(formOf('BYMINUTE=0;BYHOUR=8;FREQ=DAILY')).toMatchObject({ repeat: 'daily', time: '08:00' });
    expect(ruleOf(NEW_RULE)).toBe('FREQ=DAILY;BYHOUR=8;BYMINUTE=0');
  });
});
