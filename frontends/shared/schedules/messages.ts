import type { Repeat } from '@zo/web/recurrence';

/** ZR-05: user-visible texts of the fields that say when something runs. */
export const WHEN = {
  when: 'When',
  repeats: 'Repeats',
  repeat: {
    daily: 'Every day',
    weekly: 'Every week',
    monthly: 'Every month',
    hourly: 'Every hour',
    own: 'Own rule',
    never: 'At no time',
  } satisfies Record<Repeat, string>,
  days: 'On these days',
  monthDay: 'Day of the month',
  time: 'Time',
  minute: 'Minutes past the hour',
  own: 'Rule (RRULE of RFC 5545)',
  zone: 'Time zone',
  file: 'Files that start it',
  filePlaceholder: 'Inbox/*.csv',
  fileHint:
    'A path in the workspace; * stands for any name. Each new or changed file there starts a run. Empty: no file does.',
  mail: 'Mails that start it',
  mailPlaceholder: 'from:acme.example invoice',
  mailHint:
    'Words that must all be in the sender or the subject; * for every mail. Only known senders count. Each such ' +
    'mail becomes a file in Mail and starts a run, and is not answered as well. Empty: no mail does.',
  next: 'Next times',
} as const;
