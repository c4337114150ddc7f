/** Whether a request fits into what is left, and how long its answer may be. A pure function. */
import { EVERY } from './allowance.entity.js';
import type { UsedAllowance } from './allowances.repository.js';
import { costOf, NANO_PER_CENT, type Price } from './price.js';

/** Shorter answers are of no use. */
export const MIN_OUTPUT_TOKENS = 256;

/** Something that is paid by the piece. */
export interface WantedPiece {
  readonly userId: string;
  readonly nano: number;
}

export interface Wanted {
  readonly userId: string;
  /** Undefined: not known. */
  readonly price: Price | undefined;
  readonly input: number;
  readonly output: number;
}

const PERIODS = ['day', 'month'] as const;
type Period = (typeof PERIODS)[number];

interface Bound {
  readonly allowance: UsedAllowance;
  readonly period: Period;
}

interface Left extends Bound {
  /** Tokens that the answer may have. */
  readonly output: number;
}

/** How many tokens the answer may have, or a sentence. */
export function fit(allowances: readonly UsedAllowance[], wanted: Wanted, now: Date): number | string {
  for (const allowance of allowances) {
    const cents = allowance.monthCents ?? allowance.dayCents;
    const countsTokens = allowance.dayTokens !== null || allowance.monthTokens !== null;
    if (!wanted.price && cents !== null && !countsTokens) return withoutPrice(allowance, wanted.userId);
  }
  const left = allowances.flatMap((allowance) => PERIODS.flatMap((period) => leftOf(allowance, period, wanted)));
  const least = left.toSorted((a, b) => a.output - b.output)[0];
  if (!least) return wanted.output;
  if (least.output < Math.min(MIN_OUTPUT_TOKENS, wanted.output))
    return reached(least, { isMoney: wanted.price !== undefined, userId: wanted.userId }, now);
  return Math.min(wanted.output, least.output);
}

/** A sentence if it does not fit. What costs nothing always does. */
export function fitPiece(
  allowances: readonly UsedAllowance[],
  { userId, nano }: WantedPiece,
  now: Date,
): string | undefined {
  if (nano === 0) return undefined;
  const bounds = allowances.flatMap((allowance) => PERIODS.map((period) => ({ allowance, period })));
  const exceeded = bounds.find(({ allowance, period }) => {
    const limit = allowance[`${period}Cents`];
    return limit !== null && allowance.used[`${period}Nano`] + nano > limit * NANO_PER_CENT;
  });
  return exceeded && reached(exceeded, { isMoney: true, userId }, now);
}

function leftOf(allowance: UsedAllowance, period: Period, { price, input }: Wanted): Left[] {
  const { used } = allowance;
  if (!price) {
    const limit = allowance[`${period}Tokens`];
    return limit === null ? [] : [{ allowance, period, output: limit - used[`${period}Tokens`] - input }];
  }
  const limit = allowance[`${period}Cents`];
  if (limit === null || (price.input === 0 && price.output === 0)) return [];
  const nano = limit * NANO_PER_CENT - used[`${period}Nano`] - costOf(price, { input, output: 0 });
  const each = costOf(price, { input: 0, output: 1 });
  return [{ allowance, period, output: nano <= 0 ? 0 : each === 0 ? Infinity : Math.floor(nano / each) }];
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const NUMBER = new Intl.NumberFormat('en-US');
const DATE = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

function reached(
  { allowance, period }: Bound,
  { isMoney, userId }: { isMoney: boolean; userId: string },
  now: Date,
): string {
  const { used } = allowance;
  const [most, spent] = isMoney
    ? [allowance[`${period}Cents`]!, used[`${period}Nano`] / NANO_PER_CENT]
    : [allowance[`${period}Tokens`]!, used[`${period}Tokens`]];
  const limit = isMoney ? dollars(most) : `${NUMBER.format(most)} tokens`;
  const name = `limit of ${limit} a ${period} ${whose(allowance, userId)}`;
  // The next day or month would not help.
  if (spent === 0) return `The ${name} is too low for this. ${raises(allowance, userId)}`;
  const begins =
    period === 'day'
      ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
      : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return [
    spent < most ? `What is left of the ${name} is too little for this.` : `The ${name} is reached.`,
    `It begins again on ${DATE.format(begins)} (UTC).`,
    raises(allowance, userId),
  ].join(' ');
}

function withoutPrice(allowance: UsedAllowance, userId: string): string {
  const { monthCents, dayCents } = allowance;
  const limit = monthCents === null ? `${dollars(dayCents!)} a day` : `${dollars(monthCents)} a month`;
  const who = allowance.userId === userId ? 'Set one' : 'The owner of this server can set one';
  return [
    `This model has no price, so the limit of ${limit} ${whose(allowance, userId)} cannot count it.`,
    `${who} in Settings, Your AI, or choose another model.`,
  ].join(' ');
}

const whose = ({ userId: setBy, zofileId }: UsedAllowance, userId: string) =>
  zofileId !== EVERY
    ? 'for this persona'
    : setBy === userId
      ? 'that you set for yourself'
      : 'that the owner of this server pays for you';

/** The owner sets limits of people, and everybody those of their personas. */
const raises = ({ userId: setBy, zofileId }: UsedAllowance, userId: string) =>
  setBy === userId
    ? `You can raise it in Settings, ${zofileId === EVERY ? 'People' : 'Your AI'}.`
    : 'The owner can raise it in Settings, People; models of your own have no limit.';
