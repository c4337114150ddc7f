import { useEffect } from 'react';
import { api, useAppDispatch } from '@zo/web/store';

const THROTTLE_MS = 500;

/** FT-10: reads an empty tree again when the window gets the focus, at most twice a second. */
export function useRefreshOnFocus(empty: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!empty) return;
    let last = Number.NEGATIVE_INFINITY;
    const refresh = () => {
      const now = performance.now();
      if (document.visibilityState !== 'visible' || now - last < THROTTLE_MS) return;
      last = now;
      dispatch(api.util.invalidateTags(['Folder']));
    };
    window.addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      window.removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [empty, dispatch]);
}
