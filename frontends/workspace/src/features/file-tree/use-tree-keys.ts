import type { KeyboardEvent } from 'react';
import { menuKey } from '../../navigation/row-menu';
import { trashItems } from '../../operations/actions';
import { cancelCut, setClipboard } from '../../operations/clipboard';
import { toggleFavourite } from '../../operations/favourites/favourites';
import { isTrashKey, undoKey } from '../../operations/keys';
import { canRename, renameEntry } from '../../operations/menu';
import { inArticles, inTrash, isOnMachine, ofComputer } from '@zo/web/paths';
import { modKey } from '@zo/web/ui';
import type { TreeRow } from './rows';

export interface TreeKeys {
  rows: readonly TreeRow[];
  focused: number;
  focus: (index: number) => void;
  open: (row: TreeRow) => void;
  toggle: (row: TreeRow) => void;
  filter: () => void;
  /** Undefined while there is no filter. */
  endFilter: (() => void) | undefined;
}

const parentIndex = (rows: readonly TreeRow[], from: number): number => {
  const level = rows[from]?.level ?? 1;
  for (let index = from - 1; index >= 0; index--) if (rows[index]!.level < level) return index;
  return from;
};

let typed = { text: '', at: 0 };

function typeAhead({ rows, focused, focus }: TreeKeys, key: string, now: number): void {
  typed = { text: now - typed.at > 700 ? key : typed.text + key, at: now };
  const wanted = typed.text.toLowerCase();
  const start = typed.text.length === 1 ? focused + 1 : focused;
  for (let step = 0; step < rows.length; step++) {
    const index = (start + step) % rows.length;
    if (rows[index]!.entry.name.toLowerCase().startsWith(wanted)) return focus(index);
  }
}

/** FT-12, AP-03: Ctrl or Cmd with C, X or D. What belongs to the workspace, and articles, stay where they are. */
function entryKey(row: TreeRow | undefined, key: string): boolean {
  if (!['c', 'x', 'd'].includes(key) || !row || inTrash(row.entry) || inArticles(row.entry)) return false;
  if (key === 'd' && isOnMachine(row.entry)) return false;
  if (key === 'd') void toggleFavourite(ofComputer(row.entry));
  else setClipboard([row.entry], key === 'x');
  return true;
}

/** Handles the keys of the WAI-ARIA tree pattern; returns true when the key was used. */
export function treeKey(keys: TreeKeys, event: KeyboardEvent): boolean {
  const { rows, focused, focus, open, toggle } = keys;
  const row = rows[focused];
  const last = rows.length - 1;
  const removable = row && !inTrash(row.entry);
  if (menuKey(event)) return true;
  switch (event.key) {
    case 'ArrowDown':
      return (focus(Math.min(last, focused + 1)), true);
    case 'ArrowUp':
      return (focus(Math.max(0, focused - 1)), true);
    case 'Home':
      return (focus(0), true);
    case 'End':
      return (focus(last), true);
    case 'ArrowRight':
      if (row?.entry.isDirectory && !row.expanded) toggle(row);
      else if (row?.expanded) focus(Math.min(last, focused + 1));
      return true;
    case 'ArrowLeft':
      if (row?.expanded) toggle(row);
      else focus(parentIndex(rows, focused));
      return true;
    case 'Enter':
      return (row && open(row), true);
    case ' ':
      return (row && (row.entry.isDirectory ? toggle(row) : open(row)), true);
    case 'F2':
      return (row && canRename(row.entry) && renameEntry(row.entry, 'tree'), true);
    case 'Escape':
      return cancelCut() || (keys.endFilter?.(), keys.endFilter !== undefined);
    case '/':
      return (keys.filter(), true);
  }
  // The next row has the focus by then, and a key that is held must not empty the tree.
  if (removable && isTrashKey(event)) {
    if (!event.repeat) void trashItems([row.entry]);
    return true;
  }
  if (undoKey(event)) return true;
  if (modKey(event) && !event.altKey && !event.shiftKey) return entryKey(row, event.key);
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== '?')
    return (typeAhead(keys, event.key, event.timeStamp), true);
  return false;
}
