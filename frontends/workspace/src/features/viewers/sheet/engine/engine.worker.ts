import { parseWorkbook } from '../model/workbook';
import { Engine, type Change, type Edit } from './engine';

/** What the page asks: to read a whole file, or to take edits. */
export type Ask = { version: number } & ({ text: string } | { edits: Edit[] });
export interface Answer {
  version: number;
  changes: Change[];
  isDone: boolean;
}

const SLICE_MS = 40;

let engine: Engine | undefined;
let latest = 0;
const next = new MessageChannel();

// Results leave in slices: the page shows them as they come, and sees that the worker is alive.
function work(): void {
  if (!engine) return;
  const end = performance.now() + SLICE_MS;
  const changes = engine.run(() => performance.now() > end);
  const answer: Answer = { version: latest, changes, isDone: engine.isDone };
  postMessage(answer);
  if (!answer.isDone) next.port2.postMessage(null);
}
next.port1.onmessage = work;

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  latest = data.version;
  if ('edits' in data) engine?.edit(data.edits);
  else {
    const parsed = parseWorkbook(data.text);
    engine =
      'problem' in parsed
        ? undefined
        : new Engine(parsed.workbook.sheets.map(({ name, rows }) => ({ name, rows: rows.map(({ cells }) => cells) })));
  }
  work();
});
