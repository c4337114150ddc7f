import type { RefObject } from 'react';
import { usePageKeys } from '../../../panes/pane-context';

const DIRECTIONS: Record<string, 1 | -1 | undefined> = {
  ArrowRight: 1,
  PageDown: 1,
  ' ': 1,
  ArrowLeft: -1,
  PageUp: -1,
};

/** Keys turn pages as they do inside of the frame, while the book or nothing has the focus. */
export function useBookKeys(view: RefObject<HTMLElement | null>, turn: (direction: 1 | -1) => void): void {
  usePageKeys((event) => {
    const { key, target } = event;
    const direction = DIRECTIONS[key];
    if (!direction || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof HTMLElement)) return;
    if (target !== document.body && !view.current?.contains(target)) return;
    // A focused button is pressed by Space, and the contents are scrolled by the page keys.
    if (target.closest(key === ' ' ? 'button' : 'nav') && !key.startsWith('Arrow')) return;
    event.preventDefault();
    turn(key === ' ' && event.shiftKey ? -1 : direction);
  });
}
