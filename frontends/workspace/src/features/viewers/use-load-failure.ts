import { useLayoutEffect, useRef, useState } from 'react';

const hasFailed = (element: HTMLMediaElement | HTMLImageElement): boolean =>
  element instanceof HTMLImageElement ? element.complete && element.naturalWidth === 0 : element.error !== null;

/** Whether an image, audio or video failed to load. Its error event may fire before React attaches the handler. */
export function useLoadFailure<Element extends HTMLMediaElement | HTMLImageElement>() {
  const ref = useRef<Element>(null);
  const [failed, setFailed] = useState(false);
  useLayoutEffect(() => {
    if (ref.current && hasFailed(ref.current)) setFailed(true);
  }, []);
  return { ref, failed, onError: () => setFailed(true) };
}
