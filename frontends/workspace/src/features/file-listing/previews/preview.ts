import { useEffect, useState } from 'react';
import type { Entry } from '../../../workspace.slice';

export interface PreviewProps {
  entry: Entry;
  /** Changes with the file. */
  version: string;
  /** The file has nothing to show. */
  onMissing: () => void;
}

/** Loads what a preview shows while its tile is in the page; undefined until then. `load` is called once. */
export function usePreview<Shown>(
  load: (signal: AbortSignal) => Promise<Shown>,
  onMissing: () => void,
): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const stop = new AbortController();
    load(stop.signal).then(
      (loaded) => stop.signal.aborted || setShown(() => loaded),
      () => stop.signal.aborted || onMissing(),
    );
    return () => stop.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a tile is another one when its file changes
  }, []);
  return shown;
}
