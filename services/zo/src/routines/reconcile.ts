/** Brings what is known of routines in step with their files: pure, so that every history of files is a test. */

export interface KnownRoutine {
  readonly id: string;
  readonly address: string;
}

export interface FoundRoutine {
  readonly address: string;
  /** What the file says; undefined if it says nothing that can be an id. */
  readonly id: string | undefined;
}

export interface Reconciled {
  /** Each file with the id that it has from now on. */
  readonly routines: readonly KnownRoutine[];
  /** Ids of routines whose files are gone. */
  readonly gone: readonly string[];
}

/**
 * A file where a routine is known to be keeps its id, whatever it says. An id whose file is gone from its place has
 * moved. An id that nobody has is kept, so that a routine that comes back from the trash finds its past runs. Any other
 * file, such as a copy, is a new routine.
 * @param newId makes ids
 */
export function reconcile(
  found: readonly FoundRoutine[],
  known: readonly KnownRoutine[],
  newId: () => string,
): Reconciled {
  const at = new Map(known.map(({ id, address }) => [address, id]));
  const present = new Set(found.map(({ address }) => address));
  const moved = new Set(known.filter(({ address }) => !present.has(address)).map(({ id }) => id));
  const taken = new Set(known.map(({ id }) => id));
  const routines = found.map(({ address, id }): KnownRoutine => {
    const own = at.get(address);
    if (own !== undefined) return { id: own, address };
    if (id !== undefined && (moved.delete(id) || !taken.has(id))) {
      taken.add(id);
      return { id, address };
    }
    return { id: newId(), address };
  });
  return { routines, gone: [...moved] };
}
