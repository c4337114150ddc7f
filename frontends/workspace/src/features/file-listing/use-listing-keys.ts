import type { KeyboardEvent } from 'react';
import { inArticles, inTrash, isOnMachine, ofComputer, type Location } from '@zo/web/paths';
import { modKey } from '@zo/web/ui';
import { trashItems } from '../../operations/actions';
import { cancelCut, setClipboard } from '../../operations/clipboard';
import { toggleFavourite } from '../../operations/favourites';
import { isTrashKey, undoKey } from '../../operations/keys';
import { renameEntry } from '../../operations/menu';
import type { Entry } from '../../workspace.slice';
import { EMPTY_SELECTION, moveCursor } from './selection';
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

/** Opens the selected row, or the row of the cursor when nothing is selected. */
function openCursor(listing: Listing, open: (entry: Entry) => void): boolean {
  const { names, cursor } = listing.selection;
  const [entry] = listing.entries(names.size || cursor === null ? names : new Set([cursor]));
  if (entry) open(entry);
  return entry !== undefined;
}

let typed = { text: '', at: 0 };

function move({ listing, scrollTo }: ListingKeys, index: number, shift: boolean): true {
  const at = Math.max(0, Math.min(listing.names.length - 1, index));
  listing.setSelection((now) => moveCursor(now, listing.names, { index: at, shift }));
  scrollTo(at);
  return true;
}

function typeAhead(keys: ListingKeys, key: string, now: number): true {
  typed = { text: now - typed.at > 700 ? key : typed.text + key, at: now };
  const wanted = typed.text.toLowerCase();
  const found = keys.listing.names.findIndex((name) => name.toLowerCase().startsWith(wanted));
  if (found >= 0) move(keys, found, false);
  return true;
}

function command(keys: ListingKeys, event: KeyboardEvent, chosen: Entry[]): boolean {
  const { location, listing } = keys;
  const locked = inTrash(location) || inArticles(location);
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
      return chosen.length === 1 && !inTrash(location) && (renameEntry(chosen[0]!, 'grid'), true);
  }
  if (event.key.length === 1 && event.key !== '?' && event.key !== ' ' && !event.altKey)
    return typeAhead(keys, event.key, event.timeStamp);
  return false;
}
