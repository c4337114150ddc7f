import { useEffect, useState } from 'react';
import { MAX_PIXELS } from './image-size';
import { declaredSize } from './declared-size';
import { readHead } from './read-head';

/** Whether the head of an image declares more pixels than are decoded; undefined while it is read. */
export function useIsTooLarge(url: string): boolean | undefined {
  const [known, setKnown] = useState<{ url: string; isTooLarge: boolean }>();
  useEffect(() => {
    const stop = new AbortController();
    readHead(url, stop.signal)
      .then((head) => {
        const { width, height } = declaredSize(head);
        return width * height > MAX_PIXELS;
      })
      // The image element says what is wrong.
      .catch(() => false)
      .then((isTooLarge) => stop.signal.aborted || setKnown({ url, isTooLarge }));
    return () => stop.abort();
  }, [url]);
  // While new bytes of the same place are checked, the old ones stay.
  return known?.isTooLarge;
}
