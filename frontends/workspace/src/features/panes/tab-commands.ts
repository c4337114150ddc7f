import { nameOf } from '@zo/web/paths';
import { useAppDispatch } from '@zo/web/store';
import type { MenuEntry } from '@zo/web/ui';
import * as change from '../../panes/layout';
import type { Layout, Pane, Tab } from '../../panes/layout';
import { closedReopened, tabsClosed, usePanesState } from '../../panes/panes.slice';
import { PANES } from './messages';
import type { Panes } from './use-panes';

/** Commands of tabs, remembering what was closed. */
export function useCommands({ layout, apply }: Panes) {
  const dispatch = useAppDispatch();
  const { closed } = usePanesState();
  const close = (closing: (layout: Layout) => Layout) => {
    const locations = (of: Layout) => of.panes.flatMap(({ tabs }) => tabs);
    const left = new Set(locations(closing(layout)).map(({ id }) => id));
    dispatch(tabsClosed(locations(layout).flatMap(({ id, location }) => (left.has(id) ? [] : [location]))));
    apply(closing, { replace: true });
  };
  return {
    close: (tab: string) => close((now) => change.closeTab(now, tab)),
    closeOthers: (tab: string) => close((now) => change.closeOthers(now, tab)),
    closeAll: (pane: Pane) => close((now) => pane.tabs.reduce((rest, { id }) => change.closeTab(rest, id), now)),
    /** The last closed file. */
    lastClosed: closed[0],
    reopen: (location: Tab['location']) => {
      dispatch(closedReopened());
      apply((now) => change.openTab(now, location, 'tab'));
    },
  };
}

type Commands = ReturnType<typeof useCommands>;

interface MenuContext {
  readonly pane: Pane;
  readonly panes: Panes;
  readonly commands: Commands;
  /** There is room for one more pane. */
  readonly canSplit: boolean;
}

const reopenEntry = ({ lastClosed, reopen }: Commands): MenuEntry[] =>
  lastClosed ? [{ label: PANES.reopen, hint: nameOf(lastClosed), onSelect: () => reopen(lastClosed) }] : [];

/** The commands of a tab as a menu. */
export const tabMenu = (tab: Tab, { pane, panes: { layout, apply }, commands, canSplit }: MenuContext): MenuEntry[] => [
  { label: PANES.close, keys: 'Del', onSelect: () => commands.close(tab.id) },
  ...(pane.tabs.length > 1
    ? ([{ label: PANES.closeOthers, onSelect: () => commands.closeOthers(tab.id) }] as MenuEntry[])
    : []),
  { label: PANES.closeAll, onSelect: () => commands.closeAll(pane) },
  ...reopenEntry(commands),
  'separator',
  ...(tab.id === pane.preview
    ? ([{ label: PANES.keep, onSelect: () => apply((now) => change.pin(now, tab.id)) }] as MenuEntry[])
    : []),
  ...([-1, 1] as const).map((by) => ({
    label: by < 0 ? PANES.moveLeft : PANES.moveRight,
    keys: by < 0 ? 'Alt+←' : 'Alt+→',
    disabled: change.shift(layout, tab.id, by) === layout,
    onSelect: () => apply((now) => change.shift(now, tab.id, by)),
  })),
  {
    label: PANES.split,
    keys: 'Mod+\\',
    disabled: !canSplit,
    onSelect: () => apply((now) => change.split(now, tab.id, { pane: pane.id, side: 'right' })),
  },
];
