import type { Filter } from './rows';

// FV-01, FV-02: user-visible texts of tables.
export const TABLE = {
  openQuote: 'A quote in it never ends. “Raw editor” shows the file as it is.',
  noRows: 'There are no rows',
  noMatches: 'No row matches',
  noMatchesHint: 'Change or remove a filter to see rows again.',
} as const;

/** Operators of a filter as they are chosen, and as they are shown in its chip. */
export const OPERATORS: Record<Filter['operator'], { label: string; sign: string }> = {
  contains: { label: 'contains', sign: 'contains' },
  is: { label: 'is', sign: 'is' },
  isNot: { label: 'is not', sign: 'is not' },
  less: { label: 'less than', sign: '<' },
  atMost: { label: 'at most', sign: '≤' },
  greater: { label: 'more than', sign: '>' },
  atLeast: { label: 'at least', sign: '≥' },
};
