import type { MouseEvent } from 'react';
import { isApple } from '@zo/web/ui';

const RIGHT = 2;

/** Asks for the menu of the active row of a list that has the focus itself. False when no row is active. */
function askFromRow(list: Element): boolean {
  const row = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
  if (!row) return false;
  const { left, bottom } = row.getBoundingClientRect();
  const at = { clientX: left + 32, clientY: bottom - 4 };
  return !row.dispatchEvent(new globalThis.MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
}

/**
 * The menu key acts on the active row and not on the list around it, which has the focus: the event begins again at the
 * row. True when it did.
 */
export function isSentToRow(event: MouseEvent): boolean {
  const isByPointer = event.button === RIGHT || event.ctrlKey;
  if (isByPointer || !askFromRow(event.target as Element)) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Shift+F10, which asks for a menu everywhere but on Apple's keyboards. */
export const menuKey = ({ key, shiftKey, currentTarget }: { key: string; shiftKey: boolean; currentTarget: Element }) =>
  isApple && key === 'F10' && shiftKey && askFromRow(currentTarget);
