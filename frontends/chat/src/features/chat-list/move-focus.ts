import type { KeyboardEvent } from 'react';

const ROWS = '[data-chat-row] > a, [data-chat-folder]';

/**
 * Arrow keys lead from the search field through the rows and back, Home and End to the first and the last row; Enter
 * in the field opens the first row. Keys of the buttons and menus of a row are left to these.
 */
export function moveFocus(event: KeyboardEvent, field: HTMLElement | null): void {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.indexOf(target as HTMLElement);
  if (at < 0 && target !== field) return;
  if (key === 'Enter' && at < 0) return rows[0]?.click();
  // In the field these keys move the cursor.
  const edges: Record<string, HTMLElement | null | undefined> = at < 0 ? {} : { Home: rows[0], End: rows.at(-1) };
  const steps = { ArrowDown: rows[at + 1], ArrowUp: at > 0 ? rows[at - 1] : at === 0 ? field : null };
  const next = { ...edges, ...steps }[key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
