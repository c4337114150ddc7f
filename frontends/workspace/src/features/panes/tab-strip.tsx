import { Columns2, Ellipsis, PanelsTopLeft, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { nameOf } from '@zo/web/paths';
import { IconButton, Menu, type MenuEntry } from '@zo/web/ui';
import { useAppDispatch } from '@zo/web/store';
import * as change from '../../panes/layout';
import type { Layout, Pane, Tab } from '../../panes/layout';
import { closedReopened, tabsClosed, usePanesState } from '../../panes/panes.slice';
import { PANES } from './messages';
import { TabButton } from './tab-button';
import type { Dragged } from './dragged';
import { dropTabs } from './tab-drag';
import type { Panes } from './use-panes';

export interface TabStripProps {
  panes: Panes;
  pane: Pane;
  /** Panes that have no room at the moment. */
  hidden: readonly Pane[];
  /** There is room for one more pane. */
  canSplit: boolean;
}

/** Commands of tabs, remembering what was closed. */
function useCommands({ layout, apply }: Panes) {
  const dispatch = useAppDispatch();
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
    reopen: (location: Tab['location']) => {
      dispatch(closedReopened());
      apply((now) => change.openTab(now, location, 'tab'));
    },
  };
}

/** Index of the tab under the pointer, after whose middle the dropped tab goes. */
function indexAt(strip: HTMLElement, x: number): number {
  const tabs = [...strip.querySelectorAll<HTMLElement>('[data-tab]')];
  const next = tabs.findIndex((tab) => {
    const { left, width } = tab.getBoundingClientRect();
    return x < left + width / 2;
  });
  return next < 0 ? tabs.length : next;
}

/** The tabs of a pane, with its commands at the end. */
export function TabStrip({ panes, pane, hidden, canSplit }: TabStripProps) {
  const { layout, apply } = panes;
  const { closed } = usePanesState();
  const commands = useCommands(panes);
  const strip = useRef<HTMLDivElement>(null);
  const [mark, setMark] = useState<number>();
  const drop = useRef<(dragged: Dragged, at: number) => void>(undefined);
  drop.current = (dragged, at) =>
    apply((now) => {
      if ('tab' in dragged) return change.moveTab(now, dragged.tab, { pane: pane.id, at });
      const opened = change.openTab(change.focus(now, pane.id), dragged.entry, 'tab');
      const tab = change.activeTab(change.focusedPane(opened))!;
      return change.moveTab(opened, tab.id, { pane: pane.id, at });
    });
  useEffect(() => {
    const element = strip.current!;
    return dropTabs(element, {
      onOver: (pointer) => setMark(pointer && indexAt(element, pointer.x)),
      onDrop: (dragged, { x }) => drop.current!(dragged, indexAt(element, x)),
    });
  }, []);

  const menuOf = (tab: Tab): MenuEntry[] => [
    { label: PANES.close, keys: 'Del', onSelect: () => commands.close(tab.id) },
    ...(pane.tabs.length > 1
      ? ([{ label: PANES.closeOthers, onSelect: () => commands.closeOthers(tab.id) }] as MenuEntry[])
      : []),
    { label: PANES.closeAll, onSelect: () => commands.closeAll(pane) },
    ...(closed[0]
      ? ([{ label: PANES.reopen, hint: nameOf(closed[0]), onSelect: () => commands.reopen(closed[0]!) }] as MenuEntry[])
      : []),
    'separator',
    ...(tab.id === pane.preview
      ? ([{ label: PANES.keep, onSelect: () => apply((now) => change.pin(now, tab.id)) }] as MenuEntry[])
      : []),
    {
      label: PANES.split,
      keys: 'Mod+\\',
      disabled: !canSplit,
      onSelect: () => apply((now) => change.split(now, tab.id, { pane: pane.id, side: 'right' })),
    },
  ];

  // The tab that had the focus was closed with a key.
  const isFocusLost = useRef(false);
  useEffect(() => {
    if (!isFocusLost.current) return;
    isFocusLost.current = false;
    strip.current!.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  }, [pane.tabs.length]);

  // The tabs pattern: arrows move the focus along with the choice.
  const onKeyDown = (event: KeyboardEvent) => {
    const at = pane.tabs.findIndex(({ id }) => id === pane.active);
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: pane.tabs.length - 1 }[event.key];
    const next = step === undefined ? undefined : pane.tabs.at(step % pane.tabs.length);
    if (event.key === 'Delete' && pane.tabs[at]) {
      isFocusLost.current = true;
      commands.close(pane.tabs[at].id);
    } else if (next) {
      apply((now) => change.activate(now, next.id));
      strip.current!.querySelector<HTMLElement>(`[data-tab="${next.id}"] [role=tab]`)?.focus();
    } else return;
    event.preventDefault();
  };

  const shown = change.activeTab(pane);
  return (
    <div className="flex h-10 shrink-0 items-stretch border-b border-line-1 bg-surface-0">
      <div
        ref={strip}
        role="tablist"
        aria-label={PANES.tabs}
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
        {pane.tabs.map((tab, index) => (
          <div key={tab.id} role="presentation" className="relative shrink-0">
            {mark === index ? <Mark side="left" /> : null}
            <TabButton
              tab={tab}
              isActive={tab.id === pane.active}
              isFocused={tab.id === pane.active && pane.id === layout.focused}
              isPreview={tab.id === pane.preview}
              menu={menuOf(tab)}
              onChoose={() => apply((now) => change.activate(now, tab.id))}
              onClose={() => commands.close(tab.id)}
              onKeep={() => apply((now) => change.pin(now, tab.id))}
            />
            {mark === index + 1 && index === pane.tabs.length - 1 ? <Mark side="right" /> : null}
          </div>
        ))}
      </div>
      <div className="flex shrink-0 items-center gap-0.5 px-1.5">
        {hidden.length > 0 ? <HiddenPanes panes={panes} hidden={hidden} /> : null}
        <IconButton
          label={PANES.newTab}
          onClick={() => apply((now) => change.openTab(change.focus(now, pane.id), { root: 'w', path: [] }, 'tab'))}
        >
          <Plus />
        </IconButton>
        {shown && canSplit ? (
          <IconButton
            label={PANES.split}
            keys="Mod+\"
            onClick={() => apply((now) => change.split(now, shown.id, { pane: pane.id, side: 'right' }))}
          >
            <Columns2 />
          </IconButton>
        ) : null}
        {shown ? (
          <Menu label={PANES.more} entries={menuOf(shown)}>
            <IconButton label={PANES.more}>
              <Ellipsis />
            </IconButton>
          </Menu>
        ) : null}
      </div>
    </div>
  );
}

/** Where a dragged tab would go. */
function Mark({ side }: { side: 'left' | 'right' }) {
  return <div className={`absolute inset-y-1 z-10 w-0.5 bg-accent ${side === 'left' ? 'left-0' : 'right-0'}`} />;
}

/** Panes without room, by the file that each of them shows. */
function HiddenPanes({ panes: { apply }, hidden }: { panes: Panes; hidden: readonly Pane[] }) {
  const entries = hidden.map((pane) => {
    const tab = change.activeTab(pane);
    return {
      label: tab ? nameOf(tab.location) : PANES.newTab,
      onSelect: () => apply((now) => change.focus(now, pane.id)),
    };
  });
  return (
    <Menu label={PANES.panes(hidden.length)} entries={entries}>
      <IconButton label={PANES.panes(hidden.length)}>
        <PanelsTopLeft />
      </IconButton>
    </Menu>
  );
}
