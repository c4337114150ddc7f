import { useSyncExternalStore } from 'react';

/** Follows a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

const PHONE = '(max-width: 767.98px)';

/** RT-02: the phone layout, below 768 px, shows one pane at a time. */
export const usePhone = (): boolean => useMedia(PHONE);

/** Whether the phone layout is shown now. */
export const isPhone = (): boolean => window.matchMedia(PHONE).matches;
