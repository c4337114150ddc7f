/** ED-11: the sentences of the find bar in rendered text. */
export const FIND = {
  label: (name: string) => `Find in ${name}`,
  placeholder: 'Find',
  none: 'No results',
  matchCase: 'Match case',
  previous: 'Previous match',
  next: 'Next match',
  close: 'Close find',
} as const;
