import { modKey } from '@zo/web/ui';
import { redo, undo } from './undo';

interface Key {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

/** FT-12: Delete alone or with Ctrl, and Cmd+Backspace on Apple keyboards. */
export const isTrashKey = (event: Pick<Key, 'key' | 'metaKey'>): boolean =>
  event.key === 'Delete' || (event.key === 'Backspace' && event.metaKey);

/**
 * FT-12: Ctrl or Cmd+Z undoes the last operation on files, with Shift it is done again. True when the key was one of
 * these.
 */
export function undoKey(event: Key): boolean {
  if (!modKey(event) || event.altKey || event.key.toLowerCase() !== 'z') return false;
  if (!event.repeat) void (event.shiftKey ? redo() : undo());
  return true;
}
