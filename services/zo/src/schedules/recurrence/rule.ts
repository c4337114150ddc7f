import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** RFC 5545 §3.3.10. Without SECONDLY: no schedule is due more often than every five minutes. */
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const MIN_MINUTES_APART = 5;
const MAX_LENGTH = 500;
const MAX_VALUES = 24;
const MAX_COUNT = 1_000;
const MAX_INTERVAL = 1_000;

/** A checked rule. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** How many times there are from the first on; undefined: no end by number. */
  readonly count: number | undefined;
  /** Its parts as written, without `UNTIL`. */
  readonly text: string;
  /** The last moment a time may be at: a day, a wall clock or an instant, as RFC 5545 writes them. */
  readonly until: string | undefined;
  /** It says on which days or at which times it is due, and not only how often. */
  readonly onWallClock: boolean;
}

/** The rule cannot be used; the message says why, for its person. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

const whole = (min: number, max: number) => (text: string) =>
  /^[+-]?\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max;
/** As `whole`, and as many from the end by a minus; zero is neither. */
const either = (max: number) => (text: string) => whole(-max, max)(text) && Number(text) !== 0;
const weekday = (text: string) => /^(MO|TU|WE|TH|FR|SA|SU)$/.test(text);
const nthWeekday = (text: string) => weekday(text.slice(-2)) && (text.length === 2 || either(53)(text.slice(0, -2)));

function ending(text: string): boolean {
  if (!/^\d{8}(T\d{6}Z?)?$/.test(text)) return false;
  try {
    return Temporal.PlainDateTime.from(text.replace('Z', '')).year > 1970;
  } catch {
    return false;
  }
}

interface Part {
  readonly isValid: (value: string) => boolean;
  readonly isList?: true;
  readonly says: string;
}

const PARTS: Readonly<Record<string, Part>> = {
  FREQ: { isValid: (text) => z.enum(FREQUENCIES).safeParse(text).success, says: `one of ${FREQUENCIES.join(', ')}` },
  INTERVAL: { isValid: whole(1, MAX_INTERVAL), says: `a number from 1 to ${MAX_INTERVAL}` },
  COUNT: { isValid: whole(1, MAX_COUNT), says: `a number from 1 to ${MAX_COUNT}` },
  UNTIL: { isValid: ending, says: 'a day or a moment, such as 20301231 or 20301231T180000Z' },
  WKST: { isValid: weekday, says: 'a weekday, such as MO' },
  BYMONTH: { isList: true, isValid: whole(1, 12), says: 'months from 1 to 12' },
  BYMONTHDAY: { isList: true, isValid: either(31), says: 'days from 1 to 31, or from -31 to -1' },
  BYDAY: { isList: true, isValid: nthWeekday, says: 'weekdays, such as MO or -1FR' },
  BYHOUR: { isList: true, isValid: whole(0, 23), says: 'hours from 0 to 23' },
  BYMINUTE: { isList: true, isValid: whole(0, 59), says: 'minutes from 0 to 59' },
  BYSETPOS: { isList: true, isValid: either(366), says: 'positions from 1 to 366, or from -366 to -1' },
};

/**
 * Reads a recurrence rule (RFC 5545), with or without `RRULE:` in front.
 * @throws RuleError
 */
export function parseRule(written: string): Rule {
  const parts = partsOf(written);
  const text = (name: string) => parts.get(name);
  const frequency = text('FREQ') as Frequency | undefined;
  if (!frequency) throw new RuleError('The rule needs a FREQ, such as FREQ=DAILY.');
  if (text('COUNT') && text('UNTIL')) throw new RuleError('The rule can have COUNT or UNTIL, not both.');
  if (text('BYSETPOS') && ![...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS'))
    throw new RuleError('BYSETPOS needs another part that it chooses from, such as BYDAY.');
  if (!['YEARLY', 'MONTHLY'].includes(frequency) && /\d/.test(text('BYDAY') ?? ''))
    throw new RuleError('A weekday can have a number, such as 1MO, only in a monthly or yearly rule.');
  const interval = Number(text('INTERVAL') ?? 1);
  checkDistance(frequency, interval, numbers(text('BYMINUTE')));
  return {
    frequency,
    interval,
    count: text('COUNT') === undefined ? undefined : Number(text('COUNT')),
    text: [...parts].flatMap(([name, value]) => (name === 'UNTIL' ? [] : `${name}=${value}`)).join(';'),
    until: text('UNTIL'),
    onWallClock: [...parts.keys()].some((name) => name.startsWith('BY')),
  };
}

/**
 * Adds the full hour to a rule that names hours and no minutes. Otherwise the minute of its start counts, which nobody
 * chose if that is the moment in which the rule was written.
 */
export function onTheHour(written: string): string {
  const has = (part: RegExp) => part.test(written.toUpperCase());
  const isOpen = has(/(^|[;:])BYHOUR=/) && !has(/(^|[;:])(BYMINUTE=|FREQ=MINUTELY)/);
  return isOpen ? `${written};BYMINUTE=0` : written;
}

const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether it names days that none of its months has, for which a search would take long. */
export function hasNoDay({ text }: Pick<Rule, 'text'>): boolean {
  const listOf = (name: string) => numbers(new RegExp(`(?:^|;)${name}=([^;]+)`).exec(text)?.[1]);
  const [days, months] = [listOf('BYMONTHDAY'), listOf('BYMONTH')];
  return (
    days.length > 0 &&
    months.length > 0 &&
    days.every((day) => months.every((month) => Math.abs(day) > LONGEST[month - 1]!))
  );
}

/** The parts by name, each once and with values in range. */
function partsOf(written: string): Map<string, string> {
  if (written.length > MAX_LENGTH) throw new RuleError(`The rule is longer than ${MAX_LENGTH} characters.`);
  const text = written
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '');
  const parts = new Map<string, string>();
  for (const piece of text.split(';').filter(Boolean)) {
    const [, name = '', value = ''] = /^([A-Z]+)=(.+)$/.exec(piece) ?? [];
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!part) throw new RuleError(`“${piece.slice(0, 40)}” is no part of a rule that Zo knows.`);
    if (parts.has(name)) throw new RuleError(`${name} is in the rule twice.`);
    const values = part.isList ? value.split(',') : [value];
    if (values.length > MAX_VALUES) throw new RuleError(`${name} has more than ${MAX_VALUES} values.`);
    if (!values.every(part.isValid)) throw new RuleError(`${name} has to be ${part.says}.`);
    parts.set(name, value);
  }
  return parts;
}

const numbers = (text: string | undefined): number[] => (text ? text.split(',').map(Number) : []);

function checkDistance(frequency: Frequency, interval: number, minutes: readonly number[]): void {
  const distance = frequency === 'MINUTELY' ? interval : Math.min(...gapsOf(minutes));
  if (distance < MIN_MINUTES_APART)
    throw new RuleError(`Times have to be at least ${MIN_MINUTES_APART} minutes apart.`);
}

/** Minutes from each value to the next one, over the end of the hour. */
function gapsOf(minutes: readonly number[]): number[] {
  const sorted = [...new Set(minutes)].toSorted((a, b) => a - b);
  return sorted.length < 2 ? [60] : sorted.map((minute, n) => (sorted[n + 1] ?? sorted[0]! + 60) - minute);
}
