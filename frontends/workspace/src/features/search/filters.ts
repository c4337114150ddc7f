import type { FileKind } from '@zo/web/store';

const DAY = 86_400_000;

/** Groups of kinds to choose from; the key is part of the address. */
export const KINDS: Record<string, { label: string; kinds: readonly FileKind[] }> = {
  notes: { label: 'Notes', kinds: ['markdown'] },
  documents: { label: 'Documents', kinds: ['pdf', 'docx', 'ebook'] },
  tables: { label: 'Tables', kinds: ['csv', 'tsv', 'excel', 'sqlite'] },
  images: { label: 'Images', kinds: ['image', 'heic'] },
  media: { label: 'Audio and video', kinds: ['audio', 'video'] },
  text: { label: 'Text and code', kinds: ['textual', 'json', 'html', 'routine'] },
};

/** How long ago a file was changed at most. */
export const DATES: Record<string, { label: string; days: number }> = {
  day: { label: 'Past day', days: 1 },
  week: { label: 'Past week', days: 7 },
  month: { label: 'Past month', days: 31 },
  year: { label: 'Past 12 months', days: 365 },
};

/** Whose change was the last one, as far as the history of files knows. */
export const AUTHORS = {
  user: { label: 'You' },
  assistant: { label: 'Zo' },
  terminal: { label: 'Terminal' },
} as const;
export type AuthorFilter = keyof typeof AUTHORS;

export const authorOf = (value: string | null): AuthorFilter | undefined =>
  (Object.keys(AUTHORS) as AuthorFilter[]).find((author) => author === value);

/** The first moment of a period, on a whole hour, so that a search is the same one for a while. */
export const sinceOf = (date: string | null, now: number): number => {
  const days = date ? DATES[date]?.days : undefined;
  return days === undefined ? 0 : Math.floor((now - days * DAY) / 3_600_000) * 3_600_000;
};
