import { formatNumber } from '@zo/web/format';

/** ED-11: the sentences of the find bar in rendered text. */
export const FIND = {
  label: (name: string) => `Find in ${name}`,
  placeholder: 'Find',
  none: 'No results',
  searching: 'Searching...',
  /** The current hit of all; `isOpen` when there may be more. */
  of: (hit: number, hits: number, isOpen = false) =>
    `${formatNumber(hit)} of ${formatNumber(hits)}${isOpen ? '+' : ''}`,
  matchCase: 'Match case',
  previous: 'Previous match',
  next: 'Next match',
  close: 'Close find',
} as const;
