/** The open tabs as they are stored: in the browser tab for a reload, on the server for other devices. */
import { isOnComputer, type Location } from '@zo/web/paths';
import type { Settings } from '@zo/web/store';
import { createPane, createTab, hasTabs, MAX_PANES, MAX_TABS, type Layout, type Pane } from './layout';

export type StoredLayout = NonNullable<Settings['layout']>;

const KEY = 'zo-panes';
/** The server refuses more characters than this. */
const MAX_CHARACTERS = 32_768;

function toStoredPane({ tabs, active, preview }: Pane): StoredLayout['panes'][number] | undefined {
  // A preview is a glance, unless it is all that a pane shows. A machine may be away when the tabs come back.
  const kept = tabs.flatMap(({ id, location }) =>
    isOnComputer(location) && (id !== preview || tabs.length === 1) ? [{ id, location }] : [],
  );
  if (kept.length === 0) return undefined;
  const shown = kept.findIndex(({ id }) => id === active);
  return {
    tabs: kept.map(({ location: { root, path } }) => ({ root, path: [...path] })),
    active: Math.max(0, shown),
  };
}

/** Null when there is nothing to keep: a single file is in the address of the page. */
export function toStored(layout: Layout): StoredLayout | null {
  if (!hasTabs(layout)) return null;
  const panes = layout.panes.map(toStoredPane);
  const focused = layout.panes.slice(
    0,
    layout.panes.findIndex(({ id }) => id === layout.focused),
  );
  const stored = {
    panes: panes.filter((pane) => pane !== undefined),
    focused: focused.filter((_, index) => panes[index]).length,
  };
  if (stored.panes.length === 0) return null;
  stored.focused = Math.min(stored.focused, stored.panes.length - 1);
  return JSON.stringify(stored).length <= MAX_CHARACTERS ? stored : null;
}

export function fromStored({ panes, focused }: StoredLayout): Layout | undefined {
  const restored = panes.slice(0, MAX_PANES).flatMap(({ tabs, active }) => {
    const open = tabs.slice(0, MAX_TABS).map((location: Location) => createTab(location));
    return open.length > 0 ? [createPane(open, open[Math.min(active, open.length - 1)]!.id)] : [];
  });
  const pane = restored[focused] ?? restored[0];
  return pane && { panes: restored, focused: pane.id };
}

/** Stores the layout for a reload of this browser tab. */
export function writeSession(stored: StoredLayout | null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage a reload opens the tabs that the server has.
  }
}

/** The layout of this browser tab before its reload; undefined in a new one. */
export function readSession(): StoredLayout | null | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as StoredLayout | null);
  } catch {
    return undefined;
  }
}
