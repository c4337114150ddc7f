import { useEffect, useRef, useState, type RefObject } from 'react';

/** Groups that wait to be mounted, in queues of the page: one a frame, because React joins what comes together. */
const near = new Set<() => void>();
const others = new Set<() => void>();
let scheduled = false;

function mountNext(): void {
  scheduled = false;
  const next = near.values().next().value ?? others.values().next().value;
  if (!next) return;
  forget(next);
  next();
  schedule();
}

function schedule(): void {
  if (scheduled || near.size + others.size === 0) return;
  scheduled = true;
  requestAnimationFrame(mountNext);
}

function forget(mount: () => void): void {
  near.delete(mount);
  others.delete(mount);
}

/** Parts this close to the screen come into the page. */
const NEAR = '1500px 0px';

/**
 * Whether a part of a long answer is in the page: at once, near the screen, or also when it is its turn in the queue,
 * so that no task is long. It stays in the page.
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
    if (when === 'queued') others.add(mount);
    schedule();
    const approach = (entries: readonly IntersectionObserverEntry[]) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      near.add(mount);
      schedule();
    };
    // Margins apply to the scrolling element only if it is named.
    const options = { root: box.current.closest('.overflow-y-auto'), rootMargin: NEAR };
    const observer = new IntersectionObserver(approach, options);
    observer.observe(box.current);
    return () => {
      forget(mount);
      observer.disconnect();
    };
  }, [isWaiting, box, when]);
  return wasMounted.current;
}
