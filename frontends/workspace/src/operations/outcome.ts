import { toProblem } from '@zo/web/store';
import { nameOf, type Location } from '@zo/web/paths';
import type { Moved } from '../api/mutations';

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
