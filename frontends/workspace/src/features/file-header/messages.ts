/** Sentences about which answer wrote a file. */
export const PROVENANCE = {
  title: 'Where this file comes from',
  madeBy: 'Made by',
  changedBy: 'Changed by',
  noTitle: 'No Title',
  from: 'from',
  since: 'Changed by hand since',
  sources: 'From',
  none: 'The chat had no other sources.',
  more: (count: number) => `and ${count} more`,
  searched: (words: string) => `Search: ${words}`,
} as const;
