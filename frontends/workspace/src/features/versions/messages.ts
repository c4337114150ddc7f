import { formatCount, formatNumber, formatSize } from '@zo/web/format';

/** Texts of the versions of files and of deleted files. */
export const VERSIONS = {
  kept: 'Kept: files up to 8 MB, as they were whenever they rested for a moment.',
  notKept:
    'Not kept: changes within a third of a second of each other by programs, files written through memory maps, ' +
    'and folders that programs make again, such as node_modules and .git.',
  ages:
    'Every version for a day, then one an hour for a week, one a day for a month, one a week after that, ' +
    'as long as the settings of the computer say. Deleted files for a month.',
  settings: 'Change what is kept',
  usage: (used: number, limit: number) => `History uses ${formatSize(used)} of ${formatSize(limit)}`,
  lines: (added: number, removed: number) => `${formatCount(added, 'line')} added, ${formatNumber(removed)} removed`,
  none: 'No versions yet',
  noneHint: 'A version appears when the file has rested for a moment after a change.',
  reason: {
    'too-large': 'not kept: over 8 MB',
    'no-room': 'not kept: the history is full',
    damaged: 'not kept: its bytes on the disk are damaged',
  },
  restored: (name: string) => `Restored ${name}`,
  copied: (name: string) => `Saved as ${name}`,
  hunk: (line: string) => `Line ${line}`,
  restoreHunk: 'Restore this hunk',
  hunkRestored: (line: string) => `Restored the lines at ${line}`,
  hunkSame: 'These lines are already as they were then.',
  hunkChanged: 'These lines were changed since. Restore the whole version, or copy from it.',
  notText: 'This file has no text now, so lines of it can’t be restored.',
  restoreFailed: 'Could not restore this version',
  at: (name: string, time: string) => `${name} at ${time}`,
  download: 'Download this version',
  tooManyPixels: 'This image has too many pixels to show here.',
  nothingBefore: 'There was no earlier version.',
  goneThen: 'There was no file then.',
  tooDifferent: 'These texts take too long to compare.',
  same: 'The text is the same.',
  noMomentsHint: 'What happens to the files of this folder appears here.',
  files: (count: number) => (count === 1 ? '1 file' : `${formatNumber(count)} files`),
  asItWas: (when: string) => `As it was at ${when}`,
  sinceThen: {
    same: 'the same now',
    changed: 'changed since',
    gone: 'deleted or moved since',
    new: 'made since',
  },
  nothingDiffers: 'Nothing is different now',
  nothingDiffersHint: 'All files that were kept then are as they were.',
  nothingThen: 'No files',
  nothingThenHint: 'Nothing of this folder was kept at that moment.',
  restoreFolder: 'Restore this folder',
  restoreFolderHint: 'Files that differ get back what they had then. Files that were made since stay.',
  folderRestored: (count: number, name: string) => `Restored ${VERSIONS.files(count)} in ${name}`,
  folderUndone: (count: number) => `Put back ${VERSIONS.files(count)}`,
  left: (count: number, first: string) =>
    count === 1 ? `${first} was left as it is.` : `${first} and ${count - 1} more were left as they are.`,
  folderSame: 'Everything was already as it was then.',
  folderFailed: 'Could not restore this folder',
  noDeleted: 'No deleted files',
  noDeletedHint:
    'Files that were deleted below this folder appear here for a month. What you move to trash is in the trash.',
} as const;
