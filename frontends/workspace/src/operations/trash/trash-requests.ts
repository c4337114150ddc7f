/** Moves entries to the trash and back in several requests: progress is seen, and a failure leaves little untold. */
import { store } from '@zo/web/store';
import type { Location } from '@zo/web/paths';
import { fileMutations, type Moved, type Restored } from '../../api/mutations';
import { MESSAGES } from '../../messages';
import { startProgress } from '../progress';
import type { Trashed } from '../steps';

const { trashEntries, restoreEntries } = fileMutations.endpoints;

const BATCH = 100;

/** What became of the entries that were tried. */
export interface Tried<Result> {
  results: Result[];
  /** Why a request failed as a whole; the entries after it were not tried. */
  error?: unknown;
  /** The toast that told of the progress, in whose place the result is shown. */
  toastId: string | number | undefined;
}

export function sendToTrash(items: readonly Location[]): Promise<Tried<Moved>> {
  const batches = inBatches(items).map(
    (batch) => () => store.dispatch(trashEntries.initiate({ items: batch.map(({ root, path }) => ({ root, path })) })),
  );
  return inTurn(batches, (done) => MESSAGES.trashing(done, items.length));
}

/** TR-02: the first entry that cannot be restored stops the rest. */
export function takeFromTrash(trashed: readonly Trashed[]): Promise<Tried<Restored>> {
  const batches = trashed.flatMap(({ root, names }) =>
    inBatches(names).map((batch) => () => store.dispatch(restoreEntries.initiate({ root, names: batch }))),
  );
  const total = trashed.reduce((sum, { names }) => sum + names.length, 0);
  return inTurn(batches, (done) => MESSAGES.restoring(done, total), { stopsAtFailure: true });
}

const inBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH) }, (_none, n) => items.slice(n * BATCH, (n + 1) * BATCH));

type Request<Result> = () => { unwrap: () => Promise<{ results: Result[] }> };

async function inTurn<Result extends { error?: string | undefined }>(
  requests: readonly Request<Result>[],
  textOf: (done: number) => string,
  { stopsAtFailure = false } = {},
): Promise<Tried<Result>> {
  const results: Result[] = [];
  const progress = startProgress(textOf(0));
  try {
    for (const request of requests) {
      results.push(...(await request().unwrap()).results);
      if (stopsAtFailure && results.at(-1)?.error) break;
      progress.say(textOf(results.length));
    }
    return { results, toastId: progress.end() };
  } catch (error) {
    return { results, error, toastId: progress.end() };
  }
}
