import { inSlices } from '../../../../document/in-slices';
import { parseWorkbook, readSteps, type Parsed } from './workbook';

/** Longer texts are read in slices. */
const MAX_AT_ONCE = 200_000;

/** A read text, and what is in it. */
export interface Opened {
  text: string;
  parsed: Parsed;
}

/** Reads a short text at once; undefined for one that takes longer. */
export const openedAtOnce = (text: string): Opened | undefined =>
  text.length <= MAX_AT_ONCE ? { text, parsed: parseWorkbook(text) } : undefined;

/** SH-01: reads a text in slices, between which the page answers keys and pointers. */
export async function openInSlices(text: string): Promise<Opened> {
  const parsed = await inSlices(readSteps(text));
  return { text, parsed: parsed! };
}
