/** Rules that the form can show, as RFC 5545 writes them; others are shown as they are. */
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Day = (typeof DAYS)[number];
export const REPEATS = ['daily', 'weekly', 'monthly', 'hourly', 'own', 'never'] as const;
export type Repeat = (typeof REPEATS)[number];

export interface RuleForm {
  readonly repeat: Repeat;
  readonly days: readonly Day[];
  /** 1 to 31; of a month. */
  readonly monthDay: number;
  /** `HH:MM` */
  readonly time: string;
  /** Used where the rule is written by hand. */
  readonly own: string;
}

export const NEW_RULE: RuleForm = { repeat: 'daily', days: ['MO'], monthDay: 1, time: '08:00', own: '' };

const isDay = (text: string): text is Day => (DAYS as readonly string[]).includes(text);

export function ruleOf({ repeat, days, monthDay, time, own }: RuleForm): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = `BYHOUR=${hour};BYMINUTE=${minute}`;
  switch (repeat) {
    case 'daily':
      return `FREQ=DAILY;${at}`;
    case 'weekly':
      return `FREQ=WEEKLY;BYDAY=${DAYS.filter((day) => days.includes(day)).join(',')};${at}`;
    case 'monthly':
      return `FREQ=MONTHLY;BYMONTHDAY=${monthDay};${at}`;
    case 'hourly':
      return `FREQ=HOURLY;BYMINUTE=${minute}`;
    case 'own':
      return own.trim();
    case 'never':
      return '';
  }
}

/** What the form shows for a rule. */
export function formOf(rrule: string): RuleForm {
  if (rrule === '') return { ...NEW_RULE, repeat: 'never' };
  const parts = new Map(rrule.split(';').map((part) => part.split('=', 2) as [string, string]));
  const form = { ...NEW_RULE, own: rrule };
  const [hour, minute] = [parts.get('BYHOUR') ?? '', parts.get('BYMINUTE') ?? ''];
  const days = (parts.get('BYDAY') ?? '').split(',').filter(isDay);
  const time = `${(hour || '0').padStart(2, '0')}:${(minute || '0').padStart(2, '0')}`;
  const found = { ...form, time, ...(days.length > 0 && { days }), monthDay: Number(parts.get('BYMONTHDAY') ?? 1) };
  // A rule with parts that the form does not show is left as it is.
  const repeat = (['daily', 'weekly', 'monthly', 'hourly'] as const).find((each) =>
    sameRule(ruleOf({ ...found, repeat: each }), rrule),
  );
  return repeat ? { ...found, repeat } : { ...form, repeat: 'own' };
}

const sameRule = (a: string, b: string) => a.split(';').toSorted().join(';') === b.split(';').toSorted().join(';');

const DAY_NAMES: Record<Day, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
export const dayName = (day: Day): string => DAY_NAMES[day];

const list = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** '8:00'; '7:00 and 19:00' for several hours. */
function timesIn(rrule: string): { readonly single: string; readonly words: string } | undefined {
  const [, hours, minute] = /(?:^|;)BYHOUR=([\d,]+);BYMINUTE=(\d+)$/.exec(rrule) ?? [];
  if (!hours || !minute) return undefined;
  const each = hours.split(',').map((hour) => `${hour}:${minute.padStart(2, '0')}`);
  return { single: rrule.replace(`BYHOUR=${hours};`, `BYHOUR=${hours.split(',')[0]};`), words: list(each) };
}

interface When {
  readonly rrule: string;
  readonly file: string | null;
  readonly mail: string | null;
  readonly webhook: boolean;
}

/** What starts a schedule, and where its times count: “Every Monday at 8:00 · When a file arrives in Inbox/*.csv”. */
export const whenInWords = ({ rrule, file, mail, webhook }: When, place = ''): string =>
  [
    ...(rrule ? [ruleInWords(rrule) + place] : []),
    ...(file ? [`When a file arrives in ${file}`] : []),
    ...(mail ? [mail === '*' ? 'When a mail arrives' : `When a mail arrives: ${mail}`] : []),
    ...(webhook ? ['When it is called'] : []),
  ].join(' · ');

/** “Every Monday at 8:00”; the rule itself where words would be longer than it. */
export function ruleInWords(rrule: string): string {
  const times = timesIn(rrule);
  const { repeat, days, monthDay, time } = formOf(times?.single ?? rrule);
  const at = `at ${times?.words ?? time}`;
  switch (repeat) {
    case 'daily':
      return `Every day ${at}`;
    case 'weekly':
      if (days.join() === 'MO,TU,WE,TH,FR') return `Every weekday ${at}`;
      return `Every ${list(days.map(dayName))} ${at}`;
    case 'monthly':
      return `On day ${monthDay} of every month ${at}`;
    case 'hourly':
      return time.endsWith(':00') ? 'Every hour' : `Every hour, at ${Number(time.slice(3))} minutes past`;
    case 'never':
      return '';
    case 'own':
      return intervalInWords(rrule) ?? rrule;
  }
}

/** “Every 5 minutes”. */
function intervalInWords(rrule: string): string | undefined {
  const [, unit, count] = /^FREQ=(MINUTE|HOUR)LY;INTERVAL=(\d+)$/.exec(rrule) ?? [];
  if (!unit) return undefined;
  return count === '1' ? `Every ${unit.toLowerCase()}` : `Every ${count} ${unit.toLowerCase()}s`;
}
