import { store, toProblem } from '@zo/web/store';
import { nameOf, type Location } from '@zo/web/paths';
import { fileMutations, type Moved } from '../api/mutations';

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
}

/** Moves or copies entries in batches; a request that fails as a whole ends it. */
export async function transfer(items: readonly Location[], how: Transfer): Promise<Outcome> {
  const { verb, target, clash = 'refuse', onProgress } = how;
  const endpoint = verb === 'move' ? moveEntries : copyEntries;
  const outcome: Outcome = { done: [] };
  for (let at = 0; at < items.length; at += BATCH) {
    const batch = items.slice(at, at + BATCH);
    try {
      const { results } = await store.dispatch(endpoint.initiate({ items: batch, target, clash })).unwrap();
      collect(outcome, results);
    } catch (error) {
      const name = batch.length === 1 ? nameOf(batch[0]!) : `${batch.length} items`;
      outcome.failed ??= failureOf(name, error);
      return outcome;
    }
    onProgress?.(at + batch.length);
  }
  return outcome;
}

export function failureOf(name: string, error: unknown): Failure {
  const { detail, status } = toProblem(error);
  return { name, reason: detail, status };
}

function collect(outcome: Outcome, results: readonly Moved[]): void {
  for (const { root, path, to, error } of results) {
    const from: Location = { root, path };
    if (error) outcome.failed ??= { name: nameOf(from), reason: error };
    else if (to) outcome.done.push({ from, to: { root: to.root, path: to.path } });
  }
}
