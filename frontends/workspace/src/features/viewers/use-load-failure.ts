import { useLayoutEffect, useRef, useState } from 'react';

const hasFailed = (element: HTMLMediaElement | HTMLImageElement): boolean =>
  element instanceof HTMLImageElement ? element.complete && element.naturalWidth === 0 : element.error !== null;

/** Whether an image, sound or film could not be loaded. Its error event may come before React shows the element. */
export function useLoadFailure<Element extends HTMLMediaElement | HTMLImageElement>() {
  const ref = useRef<Element>(null);
  const [failed, setFailed] = useState(false);
  useLayoutEffect(() => {
    if (ref.current && hasFailed(ref.current)) setFailed(true);
  }, []);
  return { ref, failed, onError: () => setFailed(true) };
}
