/** Computes times within a limit of time: a hostile rule must not hold up the process. */
import { Script } from 'node:vm';
import { hasNoDay, parseRule, type Rule, RuleError } from './rule.js';
import { isZone, nextTimes, type Recurrence, timesAfter } from './times.js';

/** Processor time of a trial. */
const TRIAL_MS = 250;
/** For rules that were tried before, and for trials on a machine that has little processor time to give. */
const CLAIM_MS = 5_000;
const UPCOMING = 3;
const script = new Script('work()');

export interface Written {
  readonly rrule: string;
  readonly zone: string;
  /** Wall clock of the zone. */
  readonly startsAt: string;
}

class TooSlowError extends RuleError {
  constructor() {
    super('No time was found for this rule quickly enough. Write a simpler one.');
  }
}

/** Ends work that takes too long, the library's included. @throws RuleError */
export function within<T>(work: () => T, limitMs = CLAIM_MS): T {
  let result: T | undefined;
  try {
    script.runInNewContext({ work: () => void (result = work()) }, { timeout: limitMs });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TooSlowError();
  }
  return result as T;
}

/** @throws RuleError */
export function recurrenceOf({ rrule, zone, startsAt }: Written): Recurrence {
  if (!isZone(zone))
    throw new RuleError(`“${zone.slice(0, 64)}” is no time zone that Zo knows. Write one such as Europe/Berlin.`);
  return { rule: parseRule(rrule), zone, start: startsAt };
}

/** The next three times. @throws RuleError if the rule is not valid */
export const upcoming = (recurrence: Recurrence, after: number): number[] =>
  within(() => nextTimes(recurrence, after, UPCOMING));

/** Tries a new rule. @returns its next three times @throws RuleError if it is not valid or never due */
export function tryRule(written: Written, after: number): number[] {
  const recurrence = recurrenceOf(written);
  if (hasNoDay(recurrence.rule)) throw new RuleError(NEVER);
  const next = withinTrial(() => nextTimes(recurrence, after, UPCOMING));
  if (next.length > 0) return next;
  const first = withinTrial(() => nextTimes(recurrence, 0, 1));
  throw new RuleError(first.length > 0 ? 'This has ended already.' : NEVER);
}

const NEVER = 'This never happens.';

/**
 * Ends work that takes too much processor time. A timeout counts the time of day, in which a busy machine may have done
 * little of it; then the work is begun again and given longer. @throws RuleError
 */
export function withinTrial<T>(work: () => T): T {
  for (let limitMs = TRIAL_MS; ; limitMs *= 2) {
    const before = process.threadCpuUsage();
    try {
      return within(work, limitMs);
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const hasRun = (user + system) / 1_000 >= TRIAL_MS * 0.9;
      if (!(error instanceof TooSlowError) || hasRun || limitMs >= CLAIM_MS) throw error;
    }
  }
}

/** The times after one moment up to another, in order. @throws RuleError */
export const timesUpTo = (
  recurrence: Recurrence,
  { after, until, limit }: { after: number; until: number; limit: number },
): number[] =>
  within(() => {
    const times: number[] = [];
    for (const at of timesAfter(recurrence, after)) {
      if (at > until || times.length >= limit) break;
      times.push(at);
    }
    return times;
  });

/** The rule as it is stored. */
export const storedRule = ({ text, until }: Rule): string => (until ? `${text};UNTIL=${until}` : text);
