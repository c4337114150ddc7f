import { parseWorkbook, readSteps, type Parsed } from './workbook';

/** Longer texts are read in slices. */
const MAX_AT_ONCE = 200_000;
const SLICE_MS = 12;

/** A read text, and what is in it. */
export interface Opened {
  text: string;
  parsed: Parsed;
}

/** Reads a short text at once; undefined for one that takes longer. */
export const openedAtOnce = (text: string): Opened | undefined =>
  text.length <= MAX_AT_ONCE ? { text, parsed: parseWorkbook(text) } : undefined;

const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** SH-01: reads a text in slices, between which the page answers keys and pointers. */
export async function openInSlices(text: string): Promise<Opened> {
  const steps = readSteps(text);
  for (;;) {
    const end = performance.now() + SLICE_MS;
    let step = steps.next();
    while (!step.done && performance.now() < end) step = steps.next();
    if (step.done) return { text, parsed: step.value };
    await nextTask();
  }
}
