/** Which files are open: up to three panes side by side, each with tabs. Every function returns a new layout. */
import { isSame, isWithin, type Location } from '@zo/web/paths';

export interface Tab {
  readonly id: string;
  readonly location: Location;
  /** The rest of its address: the query of a view and the hash of a place. */
  readonly suffix: string;
  /** The history entry that opened it. Only a new visit scrolls to the place in the address again. */
  readonly visit: string;
}

export interface Pane {
  readonly id: string;
  readonly tabs: readonly Tab[];
  /** The tab that is shown. */
  readonly active: string;
  /** The tab that the next opened file replaces. */
  readonly preview?: string | undefined;
}

export interface Layout {
  readonly panes: readonly Pane[];
  /** The pane whose file is in the address of the page. */
  readonly focused: string;
}

/** Where a file is opened: in a new tab of the focused pane, or in the pane beside it. */
export type Target = 'tab' | 'beside';

export const MAX_PANES = 3;
export const MAX_TABS = 30;

let lastId = 0;
const newId = (): string => `t${(lastId += 1)}`;

export const createTab = (location: Location, suffix = '', visit = ''): Tab => ({
  id: newId(),
  location: { root: location.root, path: [...location.path] },
  suffix,
  visit,
});

export const createPane = (tabs: readonly Tab[], active = tabs.at(-1)?.id ?? '', preview?: string): Pane => ({
  id: newId(),
  tabs,
  active,
  preview,
});

export function emptyLayout(): Layout {
  const pane = createPane([]);
  return { panes: [pane], focused: pane.id };
}

export const focusedPane = ({ panes, focused }: Layout): Pane => panes.find(({ id }) => id === focused) ?? panes[0]!;
export const activeTab = (pane: Pane): Tab | undefined => pane.tabs.find(({ id }) => id === pane.active);
export const paneOf = (layout: Layout, tab: string): Pane | undefined =>
  layout.panes.find(({ tabs }) => tabs.some(({ id }) => id === tab));

/** Tabs are shown as soon as there are two of them. */
export const hasTabs = ({ panes }: Layout): boolean => panes.length > 1 || (panes[0]?.tabs.length ?? 0) > 1;

const withPane = (layout: Layout, pane: Pane): Layout => ({
  panes: layout.panes.map((other) => (other.id === pane.id ? pane : other)),
  focused: pane.id,
});

/** Adds a tab after the active one. A full pane loses its leftmost other tab. */
function insert(pane: Pane, tab: Tab, at = pane.tabs.findIndex(({ id }) => id === pane.active) + 1): Pane {
  const tabs = pane.tabs.toSpliced(at, 0, tab);
  const excess = tabs.length > MAX_TABS ? tabs.find(({ id }) => id !== tab.id && id !== pane.active) : undefined;
  return { ...pane, tabs: tabs.filter((other) => other !== excess), active: tab.id };
}

export interface Visit {
  readonly location: Location;
  readonly suffix: string;
  readonly key: string;
}

/**
 * Shows what the address of the page names: its tab in the focused pane, a pane that already shows it, or the preview
 * tab of the focused pane.
 */
export function show(layout: Layout, { location, suffix, key }: Visit): Layout {
  const focused = focusedPane(layout);
  const revisit = (tab: Tab): Tab => ({ ...tab, suffix, visit: key });
  const isShown = (tab: Tab | undefined) => tab !== undefined && isSame(tab.location, location);
  const pane = [focused, ...layout.panes].find((one) => isShown(activeTab(one))) ?? focused;
  const open = isShown(activeTab(pane)) ? activeTab(pane) : pane.tabs.find(isShown);
  if (open) {
    const tabs = pane.tabs.map((tab) => (tab === open ? revisit(tab) : tab));
    return withPane(layout, { ...pane, tabs, active: open.id });
  }
  const tab = createTab(location, suffix, key);
  const replaced = pane.tabs.findIndex(({ id }) => id === pane.preview);
  const tabs = pane.tabs.filter(({ id }) => id !== pane.preview);
  return withPane(layout, {
    ...insert({ ...pane, tabs }, tab, replaced < 0 ? undefined : replaced),
    preview: tab.id,
  });
}

/** Keeps a preview tab open. */
export function pin(layout: Layout, tab: string): Layout {
  const pane = layout.panes.find(({ preview }) => preview === tab);
  if (!pane) return layout;
  return { ...withPane(layout, { ...pane, preview: undefined }), focused: layout.focused };
}

export function activate(layout: Layout, tab: string): Layout {
  const pane = paneOf(layout, tab);
  return pane ? withPane(layout, { ...pane, active: tab }) : layout;
}

export const focus = (layout: Layout, pane: string): Layout =>
  layout.focused === pane || !layout.panes.some(({ id }) => id === pane) ? layout : { ...layout, focused: pane };

function addPane(layout: Layout, pane: Pane, at: number): Layout {
  return { panes: layout.panes.toSpliced(at, 0, pane), focused: pane.id };
}

const indexOf = (layout: Layout, pane: string): number => layout.panes.findIndex(({ id }) => id === pane);

/** Opens a file in a tab that stays. Beside: in the next pane, which is made if there is room for it. */
export function openTab(layout: Layout, location: Location, target: Target): Layout {
  const tab = createTab(location);
  const pane = focusedPane(layout);
  // Beside nothing is in its place.
  if (target === 'tab' || pane.tabs.length === 0) {
    const open = pane.tabs.find((other) => isSame(other.location, location));
    return open ? pin(activate(layout, open.id), open.id) : withPane(layout, insert(pane, tab));
  }
  const at = indexOf(layout, pane.id) + 1;
  const beside = layout.panes[at];
  if (!beside && layout.panes.length < MAX_PANES) return addPane(layout, createPane([tab]), at);
  const other = beside ?? layout.panes.at(-1)!;
  const open = other.tabs.find((one) => isSame(one.location, location));
  return open ? activate(layout, open.id) : withPane(layout, insert(other, tab));
}

/** Without the tab. A pane without tabs goes, unless it is the only one; its neighbour is focused then. */
export function closeTab(layout: Layout, tab: string): Layout {
  const pane = paneOf(layout, tab);
  if (!pane) return layout;
  const at = pane.tabs.findIndex(({ id }) => id === tab);
  const tabs = pane.tabs.toSpliced(at, 1);
  if (tabs.length === 0 && layout.panes.length > 1) {
    const gone = indexOf(layout, pane.id);
    const panes = layout.panes.toSpliced(gone, 1);
    const next = panes[Math.max(0, gone - 1)]!;
    return { panes, focused: layout.focused === pane.id ? next.id : layout.focused };
  }
  const active = pane.active === tab ? (tabs[at] ?? tabs[at - 1])?.id : pane.active;
  const preview = pane.preview === tab ? undefined : pane.preview;
  return { ...withPane(layout, { ...pane, tabs, active: active ?? '', preview }), focused: layout.focused };
}

/** Closes all tabs of a pane but one. */
export const closeOthers = (layout: Layout, tab: string): Layout =>
  (paneOf(layout, tab)?.tabs ?? [])
    .filter(({ id }) => id !== tab)
    .reduce((rest, { id }) => closeTab(rest, id), activate(layout, tab));

/** Moves a tab to a position of a pane, before the tab that is there now. */
export function moveTab(layout: Layout, tab: string, to: { pane: string; at: number }): Layout {
  const from = paneOf(layout, tab);
  const moved = from?.tabs.find(({ id }) => id === tab);
  if (!from || !moved) return layout;
  const before = from.tabs.findIndex(({ id }) => id === tab);
  const at = from.id === to.pane && before < to.at ? to.at - 1 : to.at;
  const rest = from.id === to.pane ? layout : closeTab(layout, tab);
  const target = rest.panes.find(({ id }) => id === to.pane);
  if (!target) return layout;
  // The same file twice in one pane would be two tabs of one name.
  const others = target.tabs.filter(({ id, location }) => id !== tab && !isSame(location, moved.location));
  return withPane(rest, {
    ...target,
    tabs: others.toSpliced(at, 0, moved),
    active: tab,
    preview: target.preview === tab || !others.some(({ id }) => id === target.preview) ? undefined : target.preview,
  });
}

/**
 * Moves a tab one place to the left (-1) or right (1); from the end of its pane into the next one. The layout itself
 * when there is no place.
 */
export function shift(layout: Layout, tab: string, by: -1 | 1): Layout {
  const pane = paneOf(layout, tab);
  if (!pane) return layout;
  const at = pane.tabs.findIndex(({ id }) => id === tab) + by;
  if (at >= 0 && at < pane.tabs.length) return moveTab(layout, tab, { pane: pane.id, at: by > 0 ? at + 1 : at });
  const beside = layout.panes[indexOf(layout, pane.id) + by];
  return beside ? moveTab(layout, tab, { pane: beside.id, at: by > 0 ? 0 : beside.tabs.length }) : layout;
}

/** Moves a tab into a new pane. The only tab of a pane stays there too, so that two places of one file can be seen. */
export function split(layout: Layout, tab: string, to: { pane: string; side: 'left' | 'right' }): Layout {
  const from = paneOf(layout, tab);
  const shown = from?.tabs.find(({ id }) => id === tab);
  if (!from || !shown || layout.panes.length >= MAX_PANES) return layout;
  const isOnly = from.tabs.length === 1;
  if (isOnly && from.id !== to.pane) return layout;
  const rest = isOnly ? pin(layout, tab) : closeTab(layout, tab);
  const at = indexOf(rest, to.pane);
  const copy = isOnly ? { ...shown, id: newId() } : shown;
  return addPane(rest, createPane([copy]), to.side === 'left' ? at : at + 1);
}

/** LS-02: tabs of moved files follow. */
export function follow(layout: Layout, from: Location, to: Location): Layout {
  const moved = ({ location }: Tab): Location | undefined =>
    isWithin(location, from)
      ? { root: to.root, path: [...to.path, ...location.path.slice(from.path.length)] }
      : undefined;
  if (!layout.panes.some(({ tabs }) => tabs.some(moved))) return layout;
  return {
    ...layout,
    panes: layout.panes.map((pane) => ({
      ...pane,
      tabs: pane.tabs.map((tab) => ({ ...tab, location: moved(tab) ?? tab.location })),
    })),
  };
}

/** LS-02: closes tabs of deleted files that no pane shows. A file that is shown stays, because it may be restored. */
export function closeDeleted(layout: Layout, deleted: Location): Layout {
  const gone = layout.panes.flatMap(({ tabs, active }) =>
    tabs.filter(({ id, location }) => id !== active && isWithin(location, deleted)),
  );
  return gone.reduce((rest, { id }) => closeTab(rest, id), layout);
}
