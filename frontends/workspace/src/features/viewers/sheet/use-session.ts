import { useSyncExternalStore } from 'react';
import type { SheetSession } from './session';

/**
 * Draws a component again when another text tells that what it shows has changed. A key in a sheet changes the session
 * each time, and most of what stands around the cells not at all.
 */
export const useSession = (session: SheetSession, shown: () => string | number): void =>
  void useSyncExternalStore(session.subscribe, shown);
