import { useEffect, useRef, useState } from 'react';
import { isKnownFolder } from '@zo/web/store';
import { cn } from '@zo/web/ui';
import * as change from '../../panes/layout';
import { activeTab, type Pane } from '../../panes/layout';
import type { Dragged } from './dragged';
import { dropTabs } from './tab-drag';
import type { Panes } from './use-panes';

type Side = 'left' | 'middle' | 'right';

const SIDE_CLASS: Record<Side, string> = { left: 'left-0 w-1/2', middle: 'inset-x-0', right: 'right-0 w-1/2' };
const SIDE_SHARE = 0.25;

interface DropZoneProps {
  panes: Panes;
  pane: Pane;
  canSplit: boolean;
  /** What is dragged at the moment. */
  dragged: Dragged;
}

/** Lies over a pane while a tab or a file is dragged: its middle takes the tab, its sides split the pane. */
export function DropZone(props: DropZoneProps) {
  const shown = activeTab(props.pane);
  // Over a listing, an entry is dropped into a folder.
  if ('entry' in props.dragged && shown && isKnownFolder(shown.location)) return null;
  return <Zone {...props} />;
}

function Zone({ panes: { apply }, pane, canSplit }: DropZoneProps) {
  const element = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<Side>();
  const drop = useRef<(dragged: Dragged, side: Side) => void>(undefined);
  drop.current = (dragged, side) =>
    apply((now) => {
      const at = pane.tabs.length;
      const target = { pane: pane.id, at };
      if ('tab' in dragged)
        return side === 'middle'
          ? change.moveTab(now, dragged.tab, target)
          : change.split(now, dragged.tab, { pane: pane.id, side });
      const opened = change.openTab(change.focus(now, pane.id), dragged.entry, 'tab');
      const tab = activeTab(change.focusedPane(opened));
      return side === 'middle' || !tab ? opened : change.split(opened, tab.id, { pane: pane.id, side });
    });
  useEffect(() => {
    const node = element.current!;
    const sideAt = (x: number): Side => {
      const { left, width } = node.getBoundingClientRect();
      const share = (x - left) / width;
      if (!canSplit || (share >= SIDE_SHARE && share <= 1 - SIDE_SHARE)) return 'middle';
      return share < SIDE_SHARE ? 'left' : 'right';
    };
    return dropTabs(node, {
      onOver: (pointer) => setOver(pointer && sideAt(pointer.x)),
      onDrop: (dragged, { x }) => drop.current!(dragged, sideAt(x)),
    });
  }, [canSplit]);
  return (
    <div ref={element} data-drop-zone className="absolute inset-0 z-20">
      {over ? (
        <div
          className={cn(
            'absolute inset-y-0 bg-accent-soft outline-2 -outline-offset-2',
            'outline-accent transition-[left,right,width] duration-[120ms]',
            SIDE_CLASS[over],
          )}
        />
      ) : null}
    </div>
  );
}
