import type { KeyboardEvent } from 'react';
import { inArticles, inTrash, isOnMachine, ofComputer, type Location } from '@zo/web/paths';
import { modKey } from '@zo/web/ui';
import { isReadOnly } from '../../navigation/read-only';
import { menuKey } from '../../navigation/row-menu';
import { trashItems } from '../../operations/actions';
import { cancelCut, setClipboard } from '../../operations/clipboard';
import { toggleFavourite } from '../../operations/favourites/favourites';
import { isTrashKey, undoKey } from '../../operations/keys';
import { canRename, renameEntry } from '../../operations/menu';
import type { Entry } from '../../workspace.slice';
import { clickRow, EMPTY_SELECTION, moveCursor } from './selection';
import type { Listing } from './use-listing';

export interface ListingKeys {
  location: Location;
  listing: Listing;
  open: (entry: Entry) => void;
  up: () => void;
  scrollTo: (index: number) => void;
  pageRows: number;
  /** The row that an arrow key leads to, where rows stand side by side. */
  arrow?: (row: number, key: string) => number;
  askDelete: (items: Entry[]) => void;
}

/** Opens the selected row, or the row of the cursor when that is not selected. */
function openCursor(listing: Listing, open: (entry: Entry) => void): boolean {
  const { names, cursor } = listing.selection;
  const [entry] = listing.entries(cursor === null || names.has(cursor) ? names : new Set([cursor]));
  if (entry) open(entry);
  return entry !== undefined;
}

const TYPING_MS = 700;
let typed = { text: '', at: 0 };

function move({ listing, scrollTo }: ListingKeys, index: number, shift: boolean): true {
  const at = Math.max(0, Math.min(listing.names.length - 1, index));
  listing.setSelection((now) => moveCursor(now, listing.names, { index: at, shift }));
  scrollTo(at);
  return true;
}

/** Moves the cursor and leaves the selection, to which Space adds the row then. */
function moveOnly({ listing, scrollTo }: ListingKeys, index: number): true {
  const at = Math.max(0, Math.min(listing.names.length - 1, index));
  const cursor = listing.names[at] ?? null;
  listing.setSelection((now) => ({ ...now, anchor: cursor, cursor }));
  scrollTo(at);
  return true;
}

/** Selects the row of the cursor, or takes it out of the selection. */
function toggleRow({ listing }: ListingKeys): boolean {
  const { cursor } = listing.selection;
  if (cursor === null) return false;
  listing.setSelection((now) => clickRow(now, listing.names, { name: cursor, shift: false, toggle: true }));
  return true;
}

function typeAhead(keys: ListingKeys, key: string, now: number): true {
  typed = { text: now - typed.at > TYPING_MS ? key : typed.text + key, at: now };
  const wanted = typed.text.toLowerCase();
  const found = keys.listing.names.findIndex((name) => name.toLowerCase().startsWith(wanted));
  if (found >= 0) move(keys, found, false);
  return true;
}

function command(keys: ListingKeys, event: KeyboardEvent, chosen: Entry[]): boolean {
  const { location, listing } = keys;
  const locked = inTrash(location) || inArticles(location) || isReadOnly(location);
  switch (event.key.toLowerCase()) {
    case 'a':
      return (listing.setSelection((now) => ({ ...now, names: new Set(listing.names) })), true);
    case 'c':
      return !locked && (setClipboard(chosen, false), true);
    case 'x':
      return !locked && (setClipboard(chosen, true), true);
    case 'd':
      return (
        chosen.length === 1 && !locked && !isOnMachine(location) && (void toggleFavourite(ofComputer(chosen[0]!)), true)
      );
    default:
      return false;
  }
}

/** Ends what was begun last: a cut, a filter, a selection. */
function escape(listing: Listing): true {
  if (cancelCut()) return true;
  if (listing.filter === null) listing.setSelection(EMPTY_SELECTION);
  else listing.setFilter(null);
  return true;
}

/** Handles a key of the listing; returns true when the key was used. */
export function listingKey(keys: ListingKeys, event: KeyboardEvent): boolean {
  const { location, listing, open, up, pageRows } = keys;
  const cursor = listing.selection.cursor === null ? -1 : listing.names.indexOf(listing.selection.cursor);
  const chosen = listing.entries(listing.selection.names);
  if (isTrashKey(event) && chosen.length) {
    // The next row is selected by then, and a key that is held must not empty the folder.
    if (event.repeat) return true;
    if (inTrash(location)) keys.askDelete(chosen);
    else void trashItems(chosen);
    return true;
  }
  if (modKey(event) && event.key === 'ArrowUp') return (up(), true);
  if (undoKey(event)) return true;
  if (modKey(event) && !event.altKey) return command(keys, event, chosen);
  if (event.altKey && event.key === 'ArrowDown') return moveOnly(keys, cursor + 1);
  if (event.altKey && event.key === 'ArrowUp') return moveOnly(keys, cursor - 1);
  if (menuKey(event)) return true;
  if (keys.arrow && event.key.startsWith('Arrow')) return move(keys, keys.arrow(cursor, event.key), event.shiftKey);
  switch (event.key) {
    case 'ArrowDown':
      return move(keys, cursor + 1, event.shiftKey);
    case 'ArrowUp':
      return move(keys, Math.max(0, cursor - 1), event.shiftKey);
    case 'PageDown':
      return move(keys, cursor + pageRows, event.shiftKey);
    case 'PageUp':
      return move(keys, cursor - pageRows, event.shiftKey);
    case 'Home':
      return move(keys, 0, event.shiftKey);
    case 'End':
      return move(keys, listing.names.length - 1, event.shiftKey);
    case 'Enter':
      return openCursor(listing, open);
    case 'Backspace':
      return (up(), true);
    case 'Escape':
      return escape(listing);
    case '/':
      return (listing.setFilter(listing.filter ?? ''), true);
    case 'F2':
      return chosen.length === 1 && canRename(chosen[0]!) && (renameEntry(chosen[0]!, 'grid'), true);
  }
  const isTyping = typed.text !== '' && event.timeStamp - typed.at <= TYPING_MS;
  if (event.key === ' ' && !isTyping) return toggleRow(keys);
  if (event.key.length === 1 && event.key !== '?' && !event.altKey) return typeAhead(keys, event.key, event.timeStamp);
  return false;
}
