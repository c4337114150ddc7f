import type { RefObject } from 'react';
import { usePageKeys } from '../../../panes/pane-context';

/** Ctrl+F finds in a file, while the file or nothing has the focus. */
export function useFindKey(view: RefObject<HTMLElement | null>, onFind: () => void): void {
  usePageKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'f') return;
    if (event.defaultPrevented) return;
    const { activeElement: active } = document;
    if (!view.current?.contains(active) && active !== document.body) return;
    event.preventDefault();
    onFind();
  });
}
