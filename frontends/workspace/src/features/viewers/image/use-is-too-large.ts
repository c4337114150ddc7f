import { useEffect, useState } from 'react';
import { MAX_PIXELS } from '../heic/image-size';
import { declaredSize } from './declared-size';

/** Enough for the data that cameras put before the size of a JPEG. */
const HEAD_BYTES = 256 * 1024;

async function readHead(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` }, signal });
  // Only a part of a file is an answer to a question for a part.
  if (answer.status !== 206) throw new Error(`status ${answer.status}`);
  return answer.bytes();
}

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
