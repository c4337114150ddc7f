import { placeHash } from '../paths';
import type { Answer, Found, FoundLine } from './types';

/** A chat whose title or messages contain a query. */
export type FoundChat = Answer<'Conversations.search'>['results'][number];

const longest = ({ marks }: FoundLine): number => Math.max(0, ...marks.map(([from, to]) => to - from));

/** The line that matches best: where the most words stand together; of equal ones the first. */
export const bestLine = ({ lines }: Found): FoundLine | undefined =>
  lines.toSorted((a, b) => longest(b) - longest(a))[0];

/** The end of the address that leads to a found line, with its longest mark selected; empty without a line. */
export function foundHash(line: FoundLine | undefined): string {
  if (!line) return '';
  const [mark] = line.marks.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]));
  return placeHash({ line: line.line, text: mark && line.text.slice(mark[0], mark[1]) });
}

const DOCUMENT = /\.(docx|xlsx|pptx|odt|ods|odp)$/i;

/** What the number of a found line counts: a PDF has pages, and other documents nothing that could be counted. */
export const countedIn = (name: string): 'line' | 'page' | undefined =>
  DOCUMENT.test(name) ? undefined : /\.pdf$/i.test(name) ? 'page' : 'line';
