import { useEffect, useRef, useState, type RefObject } from 'react';

/** Groups that wait to be mounted, in one queue of the page: one a frame, because React joins what comes together. */
const waiting = new Set<() => void>();
let scheduled = false;

function mountNext(): void {
  scheduled = false;
  const next = waiting.values().next().value;
  if (!next) return;
  waiting.delete(next);
  next();
  schedule();
}

function schedule(): void {
  if (scheduled || waiting.size === 0) return;
  scheduled = true;
  requestAnimationFrame(mountNext);
}

/**
 * Whether a part of a long answer is in the page: at once where it is near the screen, else when it is its turn, so that
 * no task is long. It stays in the page.
 */
export function useMounted(box: RefObject<Element | null>, wantsAtOnce: boolean): boolean {
  const [isMounted, setIsMounted] = useState(wantsAtOnce);
  const wasMounted = useRef(isMounted);
  wasMounted.current ||= isMounted || wantsAtOnce;
  const isWaiting = !wasMounted.current;
  useEffect(() => {
    if (!isWaiting || !box.current) return;
    const mount = () => setIsMounted(true);
    waiting.add(mount);
    schedule();
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && mount());
    observer.observe(box.current);
    return () => {
      waiting.delete(mount);
      observer.disconnect();
    };
  }, [isWaiting, box]);
  return wasMounted.current;
}
