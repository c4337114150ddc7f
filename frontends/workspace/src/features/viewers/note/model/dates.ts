/** ED-03: days that a typed text stands for. Days are `yyyy-MM-dd` in the time zone of the user. */
export interface DateOption {
  readonly label: string;
  readonly day: string;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const later = (from: Date, days: number) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);

/** The next such weekday after today. */
const nextWeekday = (today: Date, weekday: number) => later(today, ((weekday - today.getDay() + 6) % 7) + 1);

/** The Monday of this week. */
const monday = (today: Date) => later(today, -((today.getDay() + 6) % 7));

function namedDays(today: Date): readonly (readonly [label: string, date: Date])[] {
  return [
    ['Today', today],
    ['Tomorrow', later(today, 1)],
    ['Yesterday', later(today, -1)],
    ['This week', monday(today)],
    ...WEEKDAYS.map((name, weekday) => [`Next ${name}`, nextWeekday(today, weekday)] as const),
    ['Next week', later(today, 7)],
    ['Next month', later(today, 30)],
  ];
}

const QUICK = ['Today', 'Tomorrow', 'Next monday', 'Next week', 'Next month'];

/** Options for a typed text; the quick ones for none. */
export function dateOptions(typed: string, today: Date): DateOption[] {
  const text = typed.trim().toLowerCase();
  const named = namedDays(today).map(([label, date]) => ({ label, day: dayOf(date) }));
  if (text === '') return QUICK.map((label) => named.find((option) => option.label === label)!);
  const written = writtenDates(text, today).map((date) => ({
    label: date.toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
    day: dayOf(date),
  }));
  return [...written, ...named.filter(({ label }) => label.toLowerCase().startsWith(text))];
}

/** Dates as written: `yyyy-MM-dd`, `M/d/yyyy` and `d/M/yyyy`; both when both are possible. The year may be left out. */
function writtenDates(text: string, today: Date): Date[] {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return [dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))].filter((date) => date !== undefined);
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text);
  if (!slashed) return [];
  const [first, second] = [Number(slashed[1]), Number(slashed[2])];
  const year = Number(slashed[3] ?? today.getFullYear());
  const dates = [dateOf(year, first, second), first === second ? undefined : dateOf(year, second, first)];
  return dates.filter((date) => date !== undefined);
}

/** A date that exists; undefined for the 30th of February. */
function dateOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
}
