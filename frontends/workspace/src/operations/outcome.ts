import { store, toProblem } from '@zo/web/store';
import { isSameAgent, nameOf, type Location } from '@zo/web/paths';
import { fileMutations, type Moved } from '../api/mutations';
import { MESSAGES } from '../messages';

const { moveEntries, copyEntries } = fileMutations.endpoints;

/** Where an entry was, and where it or its copy is now. */
export interface Relocation {
  from: Location;
  to: Location;
}

/** Why an entry could not be changed; `status` is 0 when the server was not reached. */
export interface Failure {
  name: string;
  reason: string;
  status?: number;
}

/** What became of entries, item by item; `failed` is the first failure. */
export interface Outcome {
  done: Relocation[];
  /** Entries within these that cannot be on another computer. */
  leftOut?: number;
  failed?: Failure | undefined;
}

/** Items of one request: few enough that progress is seen, and that a failure midway leaves little untold. */
const BATCH = 100;

export interface Transfer {
  verb: 'move' | 'copy';
  target: Location;
  clash?: 'refuse' | 'keep-both';
  /** Called after each request with the number of items that were tried. */
  onProgress?: (tried: number) => void;
  /** Called with the bytes that have arrived, where they go to another computer. */
  onBytes?: (bytes: number, total: number) => void;
  /** Ends what goes to another computer. */
  signal?: AbortSignal;
}

/** Whether an entry has to be sent to another computer to be in `target`. */
export const isSentTo = (target: Location) => (item: Location) => !isSameAgent(item, target);

/** Moves or copies entries; a request that fails as a whole ends it. */
export async function transfer(items: readonly Location[], how: Transfer): Promise<Outcome> {
  const outcome: Outcome = { done: [] };
  const sent = items.filter(isSentTo(how.target));
  const staying = sent.length > 0 ? items.filter((item) => !sent.includes(item)) : items;
  await withinComputer(staying, how, outcome);
  // Most users have no machines, so this is no part of the page that lists files.
  if (sent.length > 0) await (await import('./send')).toAnother(sent, how, outcome);
  return outcome;
}

/** In batches. */
async function withinComputer(items: readonly Location[], how: Transfer, outcome: Outcome): Promise<void> {
  const { verb, target, clash = 'refuse', onProgress } = how;
  const endpoint = verb === 'move' ? moveEntries : copyEntries;
  for (let at = 0; at < items.length; at += BATCH) {
    const batch = items.slice(at, at + BATCH);
    try {
      const { results } = await store.dispatch(endpoint.initiate({ items: batch, target, clash })).unwrap();
      collect(outcome, results);
    } catch (error) {
      const name = batch.length === 1 ? nameOf(batch[0]!) : `${batch.length} items`;
      outcome.failed ??= failureOf(name, error);
      return;
    }
    onProgress?.(at + batch.length);
  }
}

export function failureOf(name: string, error: unknown): Failure {
  const { detail, status } = toProblem(error);
  return { name, reason: detail, status };
}

export function collect(outcome: Outcome, results: readonly (Location & Pick<Moved, 'to' | 'error'>)[]): void {
  for (const { root, path, to, error } of results) {
    const from: Location = { root, path };
    if (error) outcome.failed ??= { name: nameOf(from), reason: error };
    else if (to) outcome.done.push({ from, to: { root: to.root, path: to.path } });
  }
}
