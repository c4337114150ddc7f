/** ZR-05: user-visible texts of the schedules. */
import type { Occurrence, Schedule } from '../../api/schedules.endpoints';
import { clockWords } from '@zo/web/schedules';

const SECOND = 1_000;

export const TEXT = {
  title: 'Schedules',
  add: 'New schedule',
  back: 'Back to settings',
  coming: 'Coming up',
  comingHint: (count: number) =>
    count === 1 ? '1 schedule, its next three times' : `${count} schedules, the next three times of each`,
  none: 'Nothing is scheduled',
  noneHint:
    'Zo can do things again and again while you are away: a digest every Monday, a check every morning. Each run is ' +
    'a chat you can read.',
  failed: 'Couldn’t load your schedules',
  again: 'Try again',
  isOn: (title: string) => `${title} is on`,
  routine: 'Runs a routine',
  waits: ({ file, mail, webhook }: Pick<Schedule, 'file' | 'mail' | 'webhook'>) =>
    file ? 'Waits for a file' : mail ? 'Waits for a mail' : webhook ? 'Waits for a call' : 'Never again',
  causedBy: (path: string) => `For ${path.replace(/^w\//, '')}`,
  paused: 'Paused',
  pausedBecause: (why: string) => `Paused: ${why}`,
  resume: 'Resume',
  pause: 'Pause',
  run: 'Run now',
  edit: 'Edit',
  remove: 'Delete',
  options: (title: string) => `Options of ${title}`,
  notDone: 'That didn’t work',
  started: 'Started. Its chat opens from the history.',
  removeTitle: (title: string) => `Delete “${title}”?`,
  removeHint: 'Its history goes with it. The chats of its runs stay.',
  marked: 'Made after reading text from outside, so its runs ask more.',
} as const;

export const HOOK = {
  label: 'Also when another program calls',
  offHint: 'A service such as your shop or your monitoring starts a run, and hands over what happened.',
  unsaved: 'Save it, then make the secret that signs the calls.',
  hint: 'Calls have to be signed with the secret. What they bring becomes a file in Hooks.',
  make: 'Make a secret',
  renew: 'Make another secret',
  title: (title: string) => `Calls that start “${title}”`,
  once: 'Copy the secret now: it is shown only once. Another secret ends this one.',
  address: 'Address',
  secret: 'Secret',
  how:
    'POST to the address with “zo-signature: t=<seconds>,v1=<hex>”: HMAC-SHA256 of “<seconds>.<body>”. With ' +
    '“idempotency-key”, a call that is sent again runs once.',
  failed: 'The secret could not be made',
} as const;

export const HISTORY = {
  title: 'History',
  hint: 'every due time is a row',
  all: 'All',
  late: 'Not on time',
  failed: 'Failed',
  every: 'All schedules',
  due: 'Due',
  schedule: 'Schedule',
  what: 'What happened',
  why: 'Why',
  cost: 'Cost',
  open: 'Open its chat',
  more: 'Show earlier',
  none: 'No time was due yet.',
  noneShown: 'Nothing like this happened.',
  filter: 'Show',
} as const;

export const SCRIPTS = {
  title: 'Scripts',
  count: (count: number) => (count === 1 ? '1 script' : `${count} scripts`),
  show: (title: string, due: string) => `Scripts of ${title}, ${due}`,
  output: (index: number) => `Output of script ${index}`,
  ended: (code: number | null, ms: number) =>
    code === null ? 'did not end' : `exit code ${code}, ${(Math.max(ms, 50) / SECOND).toFixed(1)} s`,
} as const;

export const CALENDAR = {
  view: 'View',
  list: 'List',
  calendar: 'Calendar',
  earlier: 'Earlier month',
  later: 'Later month',
  today: 'Today',
  coming: 'To come',
  more: (count: number) => `${count} more`,
  nothing: 'Nothing on this day.',
  often: (titles: string) => `Every hour or more often, so not in the calendar: ${titles}`,
  cut: 'There are more times than the calendar shows.',
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const;

export const EDITOR = {
  name: 'Title',
  namePlaceholder: 'Taken from what to do',
  what: 'What to do',
  whatPlaceholder: 'Read what I saved in Articles this week, and write the five that matter into Digest.md.',
  whatHint: 'The run sees nothing else, so say everything it needs.',
  persona: 'Persona',
  noPersona: 'No persona',
  budget: 'Spend at most',
  budgetUnit: 'Dollars a run, empty for no limit',
  budgetHint: 'With a limit, runs make no images or videos and start no research of their own.',
  missed: 'If the time was missed',
  misfire: {
    once: 'Run once, as soon as possible',
    skip: 'Skip it and wait for the next',
    all: 'Make up for every time, at most 10',
  } satisfies Record<Schedule['misfire'], string>,
  grace: 'Missed means later than',
  graces: { 300: '5 minutes', 3600: '1 hour', 21600: '6 hours', 86400: '1 day' } as Readonly<Record<number, string>>,
  graceOf: (seconds: number) => `${Math.round(seconds / 60)} minutes`,
  overlap: 'If still running',
  overlaps: {
    skip: 'Skip the new one',
    queue: 'Wait for it',
    allow: 'Run beside it',
  } satisfies Record<Schedule['overlap'], string>,
  create: 'Create',
  save: 'Save',
  saved: 'Schedule saved',
  close: 'Close',
  form: (title: string | undefined) => (title ? `Edit ${title}` : 'New schedule'),
} as const;

type Outcome = Pick<Occurrence, 'state' | 'late' | 'why' | 'started_at' | 'ended_at' | 'manual' | 'cause' | 'retry_at'>;

/** What became of a due time, in two words and a reason. */
export function outcomeOf({ state, late, why, started_at, ended_at, manual, cause, retry_at }: Outcome): {
  readonly what: string;
  readonly why: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
} {
  const took =
    started_at && ended_at
      ? `Took ${Math.max(1, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / SECOND))} s`
      : '';
  const byHand = manual ? 'Run by hand' : causeWords(cause);
  const words = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join('. ');
  switch (state) {
    case 'done':
      return late
        ? { what: 'Ran late', why: words(why, took), tone: 'warn' }
        : { what: 'Ran', why: words(byHand, why, took), tone: 'good' };
    case 'failed':
      return { what: 'Failed', why: words(byHand, why), tone: 'bad' };
    case 'missed':
      return { what: 'Missed', why: words(why), tone: 'bad' };
    case 'skipped':
      return { what: 'Skipped', why: words(why), tone: 'quiet' };
    case 'parked':
      return { what: 'Asks you', why: 'It waits for your answer in its chat', tone: 'warn' };
    case 'started':
      return { what: 'Running', why: words(byHand, why), tone: 'quiet' };
    case 'due':
      if (retry_at)
        return { what: 'Tries again', why: words(`At ${clockWords(Date.parse(retry_at))}`, byHand, why), tone: 'warn' };
      return { what: 'Starting', why: words(byHand, why), tone: 'quiet' };
    case 'queued':
      return { what: 'Waiting', why: 'It starts when the run before has ended', tone: 'quiet' };
  }
}

function causeWords(cause: Occurrence['cause']): string {
  if (cause?.kind === 'webhook') return 'Called by a program';
  if (cause?.kind === 'mail') return 'Started by a mail';
  return cause?.path ? TEXT.causedBy(cause.path) : '';
}

/** '0.6 ¢' or '$1.20'; empty if it is not known. */
export function costWords(dollars: number | null): string {
  if (dollars === null) return '';
  return dollars < 1 ? `${Number((dollars * 100).toFixed(1))} ¢` : `$${dollars.toFixed(2)}`;
}
