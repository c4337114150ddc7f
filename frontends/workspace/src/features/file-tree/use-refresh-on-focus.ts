import { useEffect } from 'react';
import type { Location } from '@zo/web/paths';
import { refresh } from '../../navigation/refresh';

const THROTTLE_MS = 500;

/** FT-10: reads an empty tree again when the window gets the focus or its tab is shown, at most twice a second. */
export function useRefreshOnFocus(root: Location['root'], empty: boolean): void {
  useEffect(() => {
    if (!empty) return;
    let last = Number.NEGATIVE_INFINITY;
    const onReturn = () => {
      const now = performance.now();
      if (document.visibilityState !== 'visible' || now - last < THROTTLE_MS) return;
      last = now;
      void refresh([{ root, path: [] }]);
    };
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [root, empty]);
}
