import type { KeyboardEvent } from 'react';

/** Editors in which Escape was the last key. */
const leaving = new WeakSet<EventTarget>();
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/**
 * For an editor that uses Tab itself, which would keep the focus forever: true for a Tab after Escape, which is the
 * browser's. It has to see every key of the editor.
 */
export function isTabOut({ key, currentTarget }: Pick<KeyboardEvent, 'key' | 'currentTarget'>): boolean {
  const wasLeaving = leaving.has(currentTarget);
  if (key === 'Escape') leaving.add(currentTarget);
  else if (!MODIFIERS.has(key)) leaving.delete(currentTarget);
  return key === 'Tab' && wasLeaving;
}
