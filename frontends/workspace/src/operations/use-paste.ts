import { useEffect, useRef, type RefObject } from 'react';
import type { Location } from '@zo/web/paths';
import { pasteFrom } from './clipboard';

/**
 * FT-12, FT-08: pastes into a folder while `element` has the focus. The browser tells of a paste where the text cursor
 * is, which may be anywhere else, so the whole page is listened to.
 */
export function usePaste(
  element: RefObject<HTMLElement | null>,
  folder: () => Location | undefined,
  onPasted?: (made: readonly Location[]) => void,
): void {
  const latest = useRef({ folder, onPasted });
  latest.current = { folder, onPasted };
  useEffect(() => {
    const onPaste = async (event: ClipboardEvent) => {
      if (document.activeElement !== element.current || !event.clipboardData) return;
      const target = latest.current.folder();
      if (!target) return;
      event.preventDefault();
      const made = await pasteFrom(event.clipboardData, target);
      latest.current.onPasted?.(made);
    };
    const listener = (event: ClipboardEvent) => void onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, [element]);
}
