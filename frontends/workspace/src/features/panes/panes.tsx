import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import type { Location } from '@zo/web/paths';
import { PaneGroup, PaneLine, Panel, loadable, Loading } from '@zo/web/ui';
import { focus, hasTabs, MAX_PANES, type Layout, type Pane } from '../../panes/layout';
import { TabPages } from './tab-pages';
import { useDragged } from './dragged';
import { useFittingPanes } from './use-fitting-panes';
import { usePanes, type Panes as OpenPanes } from './use-panes';

// The first file of a visit has no tabs: a listing does not load them.
const TabStrip = loadable(() => import('./tab-strip').then((module) => module.TabStrip));
const DropZone = loadable(() => import('./drop-zone').then((module) => module.DropZone));
const PaneKeys = loadable(() => import('./pane-keys').then((module) => module.PaneKeys));

/** Panes that fit, the focused one among them. */
function fitting({ panes, focused }: Layout, count: number): readonly Pane[] {
  const at = panes.findIndex(({ id }) => id === focused);
  const first = Math.max(0, Math.min(at - count + 1, panes.length - count));
  return panes.slice(first, first + count);
}

interface PaneViewProps {
  panes: OpenPanes;
  pane: Pane;
  hidden: readonly Pane[];
  canSplit: boolean;
  renderPage: (location: Location) => ReactNode;
}

/** One pane: its tabs and the page of the shown one. A press or the focus in it makes it the focused pane. */
function PaneView({ panes, pane, hidden, canSplit, renderPage }: PaneViewProps) {
  const { layout, apply } = panes;
  const element = useRef<HTMLElement>(null);
  const isFocused = layout.focused === pane.id;
  const isAlone = layout.panes.length === 1;
  const dragged = useDragged();
  const focusPane = () => isFocused || apply((now) => focus(now, pane.id), { replace: true });
  // A frame takes the focus without an event in this page.
  useEffect(() => {
    const check = () => element.current?.contains(document.activeElement) && focusPane();
    window.addEventListener('blur', check);
    return () => window.removeEventListener('blur', check);
  });
  return (
    <section
      ref={element}
      aria-label={isAlone ? undefined : `Pane ${layout.panes.indexOf(pane) + 1}`}
      data-tabs={hasTabs(layout) || undefined}
      onPointerDownCapture={focusPane}
      onFocusCapture={focusPane}
      className="group/pane flex h-full min-w-0 flex-col"
    >
      {hasTabs(layout) ? (
        <Loading fallback={<div className="h-10 shrink-0 border-b border-line-1 bg-surface-0" />}>
          <TabStrip panes={panes} pane={pane} hidden={hidden} canSplit={canSplit} />
        </Loading>
      ) : null}
      <div className="relative min-h-0 flex-1">
        <TabPages panes={panes} pane={pane} isFocused={isFocused} renderPage={renderPage} />
        {dragged ? <DropZone panes={panes} pane={pane} canSplit={canSplit} dragged={dragged} /> : null}
      </div>
    </section>
  );
}

/** The open files: panes side by side, each with tabs. The pages of files come from outside of this feature. */
export function Panes({ renderPage }: { renderPage: (location: Location) => ReactNode }) {
  const panes = usePanes();
  const element = useRef<HTMLDivElement>(null);
  const room = useFittingPanes(element);
  const { layout } = panes;
  const shown = fitting(layout, Math.min(room, layout.panes.length));
  const hidden = layout.panes.filter((pane) => !shown.includes(pane));
  const canSplit = layout.panes.length < MAX_PANES && room > layout.panes.length;
  return (
    <>
      <PaneGroup elementRef={element} orientation="horizontal" className="h-full">
        {shown.map((pane, index) => (
          <Fragment key={pane.id}>
            {index > 0 ? <PaneLine /> : null}
            <Panel id={`pane-${pane.id}`} minSize="20rem">
              <PaneView
                panes={panes}
                pane={pane}
                hidden={pane.id === layout.focused ? hidden : []}
                canSplit={canSplit}
                renderPage={renderPage}
              />
            </Panel>
          </Fragment>
        ))}
      </PaneGroup>
      <PaneKeys panes={panes} canSplit={canSplit} />
    </>
  );
}
