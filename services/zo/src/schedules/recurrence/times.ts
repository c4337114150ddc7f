import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import type { Frequency, Rule } from './rule.js';

/** When something repeats, for a person in a time zone. */
export interface Recurrence {
  readonly rule: Rule;
  /** IANA name, such as Europe/Berlin. */
  readonly zone: string;
  /** The first time on the wall clock of the zone: `2026-11-26T09:00:00`. */
  readonly start: string;
}

/** Bounds the search for the next time of a rule that never is due; about a tenth of a second. */
const MAX_PERIODS = 2_000;
const MAX_CANDIDATES = 20_000;
const HOUR = 3_600_000;
/** A change of the clock moves a time behind later ones by at most this. */
const MAX_SHIFT = 3 * HOUR;
const UNIT: Partial<Record<Frequency, number>> = { HOURLY: HOUR, MINUTELY: HOUR / 60 };

/**
 * The times after a moment, in order, each once.
 *
 * The rule runs on the wall clock, and each wall time is placed in the zone: one that a change of the clock skips is
 * due as much later, one that comes twice is due the first time. "Every six hours" counts hours that pass instead.
 * @param after milliseconds since 1970
 * @returns milliseconds since 1970; ends at `COUNT`, `UNTIL`, and when the rule is not due within thousands of periods
 */
export function* timesAfter(recurrence: Recurrence, after: number): Generator<number, void> {
  const { rule, zone } = recurrence;
  const until = rule.until === undefined ? Infinity : endOf(rule.until, zone);
  const times = UNIT[rule.frequency] && !rule.onWallClock ? elapsed(recurrence, after) : placed(recurrence, after);
  for (const at of times) {
    if (at > until) return;
    yield at;
  }
}

/** The next time after a moment; undefined: none. */
export const nextTime = (recurrence: Recurrence, after: number): number | undefined =>
  timesAfter(recurrence, after).next().value ?? undefined;

/** The next times, at most `limit`. */
export function nextTimes(recurrence: Recurrence, after: number, limit: number): number[] {
  const times: number[] = [];
  for (const at of timesAfter(recurrence, after)) {
    times.push(at);
    if (times.length >= limit) break;
  }
  return times;
}

/** Hours or minutes that pass from the first time on. */
function* elapsed({ rule, zone, start }: Recurrence, after: number): Generator<number, void> {
  const step = UNIT[rule.frequency]! * rule.interval;
  const first = placeIn(zone, start);
  for (let n = Math.max(0, Math.floor((after - first) / step) + 1); n < (rule.count ?? Infinity); n++)
    yield first + n * step;
}

/** Wall times, placed and brought into the order of their instants. */
function* placed({ rule, zone, start }: Recurrence, after: number): Generator<number, void> {
  const waiting: number[] = [];
  let last = after;
  const ready = function* (before: number) {
    waiting.sort((a, b) => a - b);
    while (waiting.length > 0 && waiting[0]! < before) {
      const at = waiting.shift()!;
      if (at > last) yield (last = at);
    }
  };
  for (const wall of wallTimes(rule, start, wallClockOf(zone, after) - MAX_SHIFT)) {
    const at = placeIn(zone, wall);
    yield* ready(at - MAX_SHIFT);
    waiting.push(at);
  }
  yield* ready(Infinity);
}

/**
 * The wall times of the rule. The library runs it in UTC, because in a zone it drops what a change of the clock skips.
 */
function* wallTimes({ text }: Rule, start: string, after: number): Generator<string, void> {
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=UTC:${start.replaceAll(/[-:]/g, '')}\nRRULE:${text}`,
    maxIterations: MAX_PERIODS,
    maxCandidateEvaluations: MAX_CANDIDATES,
  });
  let from = new Date(after);
  for (;;) {
    const next = nextOf(rule, from);
    if (!next) return;
    from = new Date(next.epochMilliseconds);
    yield from.toISOString().slice(0, 19);
  }
}

function nextOf(rule: RRuleTemporal, after: Date) {
  try {
    return rule.next(after);
  } catch (error) {
    // The library throws a plain error at its bounds.
    if (error instanceof Error && /exceeded/i.test(error.message)) return null;
    throw error;
  }
}

/** The instant of a wall clock in a zone, in milliseconds since 1970. */
const placeIn = (zone: string, wall: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;

/** The wall clock of a zone at an instant, read as UTC. */
const wallClockOf = (zone: string, at: number): number =>
  at + Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;

/** The wall clock of a zone at an instant: `2026-11-26T09:00:00`. */
export const wallClock = (zone: string, at: number): string =>
  new Date(wallClockOf(zone, at)).toISOString().slice(0, 19);

/** The last moment that `UNTIL` allows: the end of a day or a wall clock of the zone, or an instant. */
function endOf(until: string, zone: string): number {
  const [, year, month, day, hour = '23', minute = '59', second = '59', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(until)!;
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  return utc ? Date.parse(`${wall}Z`) : placeIn(zone, wall);
}

/** Whether a name is a time zone that times can be placed in. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
