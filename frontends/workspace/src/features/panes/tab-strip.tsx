import { Columns2, Ellipsis, PanelsTopLeft, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { nameOf } from '@zo/web/paths';
import { IconButton, Menu } from '@zo/web/ui';
import * as change from '../../panes/layout';
import type { Pane, Tab } from '../../panes/layout';
import { PANES } from './messages';
import { TabButton } from './tab-button';
import { tabMenu, useCommands } from './tab-commands';
import type { Dragged } from './dragged';
import { dropTabs } from './tab-drag';
import type { Panes } from './use-panes';
import { useStripKeys } from './use-strip-keys';

export interface TabStripProps {
  panes: Panes;
  pane: Pane;
  /** Panes that have no room at the moment. */
  hidden: readonly Pane[];
  /** There is room for one more pane. */
  canSplit: boolean;
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

  const menuOf = (tab: Tab) => tabMenu(tab, { pane, panes, commands, canSplit });
  const onKeyDown = useStripKeys(strip, { pane, panes, close: commands.close });
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
