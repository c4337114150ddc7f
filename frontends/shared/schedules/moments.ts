/** Moments in the time zone of the browser, as people say them. */
const DAY_MS = 86_400_000;
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const LONG_DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const dayOf = (at: number) => {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
};

/** 'Today', 'Tomorrow', 'Yesterday', 'Mon 30 Nov' or '3 Jan 2028'. */
export function dayWords(at: number, now: number): string {
  const away = dayOf(at) - dayOf(now);
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  if (away === -1) return 'Yesterday';
  return (Math.abs(away) < 300 ? DATE : LONG_DATE).format(at).replace(',', '');
}

export const clockWords = (at: number): string => CLOCK.format(at);

export const momentWords = (at: number, now: number): string => `${dayWords(at, now)}, ${clockWords(at)}`;

const SHORT_DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** A time after another one, without what is the same: '22:00', '28 Nov', '28 Nov 9:00'. */
export function shortWords(at: number, first: number, now: number): string {
  const away = dayOf(at) - dayOf(now);
  const day = away === 0 ? '' : away === 1 ? 'tomorrow' : SHORT_DATE.format(at);
  const clock = clockWords(at) === clockWords(first) && day !== '' ? '' : clockWords(at);
  return [day, clock].filter(Boolean).join(' ');
}

/** 'in 5 minutes', 'in 3 hours', 'tomorrow', 'in 8 days'. */
export function awayWords(at: number, now: number): string {
  const minutes = Math.max(1, Math.round((at - now) / 60_000));
  if (minutes < 60) return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const days = dayOf(at) - dayOf(now);
  if (days === 0) return `in ${Math.round(minutes / 60)} ${minutes < 90 ? 'hour' : 'hours'}`;
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
/** 'Thursday 26 November' */
export const longDayWords = (at: number): string => LONG_DAY.format(at).replace(',', '');

/** The days of the weeks that hold a month, as midnights; a week begins on Monday. */
export function daysOfMonth(month: Date): Date[] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const before = (first.getDay() + 6) % 7;
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  const weeks = Math.ceil((before + length) / 7);
  return Array.from(
    { length: weeks * 7 },
    (_, day) => new Date(month.getFullYear(), month.getMonth(), 1 - before + day),
  );
}

/** 'Berlin' of 'Europe/Berlin'. */
export const placeOf = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ');
