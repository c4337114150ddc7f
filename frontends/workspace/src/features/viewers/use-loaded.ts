import { useCallback, useEffect, useState } from 'react';
import { readWhole, ReadError, type ReadProblem } from './read-whole';

export type Problem = ReadProblem | 'damaged';

export interface Loaded<Result> {
  /** Undefined while loading, and when there is a problem. */
  result?: Result;
  problem?: Problem;
  retry: () => void;
}

/** Turns the bytes of a file into what a viewer shows; a rejection means that the file is damaged. */
export type Open<Result> = (bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<Result>;

/** Loads a whole file again with each address. `open` must be constant. */
export function useLoaded<Result>(url: string, maxBytes: number, open: Open<Result>): Loaded<Result> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Pick<Loaded<Result>, 'result' | 'problem'>>({});
  useEffect(() => {
    const stop = new AbortController();
    readWhole(url, { maxBytes, signal: stop.signal })
      .then((bytes) => open(bytes, stop.signal))
      .then(
        (result) => !stop.signal.aborted && setState({ result }),
        (error: unknown) =>
          !stop.signal.aborted && setState({ problem: error instanceof ReadError ? error.problem : 'damaged' }),
      );
    return () => stop.abort();
  }, [url, maxBytes, open, attempt]);
  const retry = useCallback(() => (setState({}), setAttempt((now) => now + 1)), []);
  return { ...state, retry };
}
