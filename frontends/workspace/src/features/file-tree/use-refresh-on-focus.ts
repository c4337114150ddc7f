import { useEffect } from 'react';
import type { Location } from '@zo/web/paths';
import { onReturn } from '../../navigation/on-return';
import { refresh } from '../../navigation/refresh';

const THROTTLE_MS = 500;

/** FT-10: reads an empty tree again when the window gets the focus or its tab is shown, at most twice a second. */
export function useRefreshOnFocus(root: Location['root'], empty: boolean): void {
  useEffect(() => {
    if (!empty) return;
    let last = Number.NEGATIVE_INFINITY;
    return onReturn(() => {
      const now = performance.now();
      if (now - last < THROTTLE_MS) return;
      last = now;
      void refresh([{ root, path: [] }]);
    });
  }, [root, empty]);
}
