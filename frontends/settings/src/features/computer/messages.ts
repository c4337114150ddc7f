import { formatNumber, formatSize } from '@zo/web/format';

/** The sentences about earlier versions of files. */
export const HISTORY = {
  title: 'Versions of files',
  used: (used: number, limit: number) => `${formatSize(used)} of ${formatSize(limit)} used`,
  room: 'Room',
  roomHint: 'At the limit the oldest versions go first, never the newest of a file',
  byItself: (bytes: number) => `By itself (${formatSize(bytes)})`,
  keep: 'Keep for at most',
  keepHint: 'Every version for a day, then one an hour, a day and a week. Deleted files for a month at most',
  days: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' },
  otherDays: (days: number) => `${formatNumber(days)} days`,
  ignored: 'Leave out',
  ignoredHint:
    'Names of folders or files, or endings like *.iso, one on a line. What programs make again, such as ' +
    'node_modules and .git, is always left out',
  save: 'Save',
  saved: 'Saved',
  notSaved: 'Not saved',
  failed: 'The settings of versions cannot be shown',
  again: 'Try again',
} as const;
