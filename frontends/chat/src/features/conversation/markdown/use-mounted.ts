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

/** Parts this close to the screen come into the page. */
const NEAR = '1500px 0px';

/**
 * Whether a part of a long answer is in the page: at once, near the screen, or also when it is its turn in the queue, so
 * that no task is long. It stays in the page.
 */
export function useMounted(box: RefObject<Element | null>, when: 'now' | 'queued' | 'near'): boolean {
  const wantsAtOnce = when === 'now';
  const [isMounted, setIsMounted] = useState(wantsAtOnce);
  const wasMounted = useRef(isMounted);
  wasMounted.current ||= isMounted || wantsAtOnce;
  const isWaiting = !wasMounted.current;
  useEffect(() => {
    if (!isWaiting || !box.current) return;
    const mount = () => setIsMounted(true);
    if (when === 'queued') waiting.add(mount);
    schedule();
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && mount(), {
      // Margins apply to the scrolling element only if it is named.
      root: box.current.closest('.overflow-y-auto'),
      rootMargin: NEAR,
    });
    observer.observe(box.current);
    return () => {
      waiting.delete(mount);
      observer.disconnect();
    };
  }, [isWaiting, box, when]);
  return wasMounted.current;
}
