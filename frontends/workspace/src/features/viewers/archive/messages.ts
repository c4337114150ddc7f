import { formatNumber } from '@zo/web/format';

// FV-01: user-visible texts of the archive viewer.
export const ARCHIVE = {
  failed: 'This archive can’t be shown here.',
  download: 'Download it to try another app.',
  empty: 'This archive is empty.',
  filter: 'Filter by name',
  noMatch: 'No name in this archive has that in it.',
  encrypted: 'Protected by a password. It can’t be extracted here; in the terminal, unzip asks for the password.',
  more: (shown: number, total: number) => {
    const listed = total > shown ? `${formatNumber(shown)} of ${formatNumber(total)}` : formatNumber(shown);
    return `The first ${listed} entries are listed; “Extract all” takes every one.`;
  },
  leftOut: (count: number) => {
    const entries = count === 1 ? 'One entry' : `${formatNumber(count)} entries`;
    return `${entries} can’t be extracted: devices, or names that no file can have.`;
  },
  tooMany: 'Too many single entries. Choose whole folders, or extract everything.',
} as const;
