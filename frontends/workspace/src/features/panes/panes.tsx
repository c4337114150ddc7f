import { Fragment, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { pathKey, type Location } from '@zo/web/paths';
import { PaneGroup, PaneLine, Panel, Parking, loadable, Loading } from '@zo/web/ui';
import { activeTab, focus, hasTabs, MAX_PANES, type Layout, type Pane } from '../../panes/layout';
import { TabPages, TabSlots, usePages, type Pages } from './tab-pages';
import { useDragged } from './dragged';
import { useFittingPanes } from './use-fitting-panes';
import './last-input';
import { usePanes, type Panes as OpenPanes } from './use-panes';

// The first file of a visit has no tabs: a listing does not load them.
const TabStrip = loadable(() => import('./tab-strip').then((module) => module.TabStrip));
const DropZone = loadable(() => import('./drop-zone').then((module) => module.DropZone), { isOptional: true });
const PageFocus = loadable(() => import('./page-focus').then((module) => module.PageFocus), { isOptional: true });
const PaneKeys = loadable(() => import('./pane-keys').then((module) => module.PaneKeys), { isOptional: true });

/** Panes that fit, the focused one among them. */
function fitting({ panes, focused }: Layout, count: number): readonly Pane[] {
  const at = panes.findIndex(({ id }) => id === focused);
  const first = Math.max(0, Math.min(at - count + 1, panes.length - count));
  return panes.slice(first, first + count);
}

/** A press or the focus in an element calls back; pages in it are rendered elsewhere, so React's events do not tell. */
function useTaken(element: RefObject<HTMLElement | null>, onTaken: () => void): void {
  const take = useEffectEvent(onTaken);
  useEffect(() => {
    const node = element.current!;
    const taken = () => take();
    // A frame takes the focus without an event in this page.
    const check = () => node.contains(document.activeElement) && take();
    node.addEventListener('pointerdown', taken, { capture: true });
    node.addEventListener('focusin', taken);
    window.addEventListener('blur', check);
    return () => {
      node.removeEventListener('pointerdown', taken, { capture: true });
      node.removeEventListener('focusin', taken);
      window.removeEventListener('blur', check);
    };
  }, [element]);
}

interface PaneViewProps {
  panes: OpenPanes;
  pane: Pane;
  pages: Pages;
  hidden: readonly Pane[];
  canSplit: boolean;
  isTabbed: boolean;
}

/** One pane: its tabs and the page of the shown one. A press or the focus in it makes it the focused pane. */
function PaneView({ panes, pane, pages, hidden, canSplit, isTabbed }: PaneViewProps) {
  const { layout, apply } = panes;
  const element = useRef<HTMLElement>(null);
  const isFocused = layout.focused === pane.id;
  const isAlone = layout.panes.length === 1;
  const dragged = useDragged();
  const shown = activeTab(pane);
  const page = shown && `${shown.id} ${pathKey(shown.location)} ${shown.suffix.split('#')[0]}`;
  const [takenAt, setTakenAt] = useState<string>();
  useTaken(element, () => {
    setTakenAt((before) => before ?? page);
    if (!isFocused) apply((now) => focus(now, pane.id), { replace: true });
  });
  return (
    <section
      ref={element}
      aria-label={isAlone ? undefined : `Pane ${layout.panes.indexOf(pane) + 1}`}
      data-region
      data-tabs={isTabbed || undefined}
      className="group/pane flex h-full min-w-0 flex-col"
    >
      {takenAt && page ? <PageFocus pane={element} page={page} before={takenAt} /> : null}
      {isTabbed ? (
        <Loading fallback={<div className="h-10 shrink-0 border-b border-line-1 bg-surface-0" />}>
          <TabStrip panes={panes} pane={pane} hidden={hidden} canSplit={canSplit} />
        </Loading>
      ) : null}
      <div className="relative min-h-0 flex-1">
        <TabSlots pane={pane} pages={pages} isTabbed={isTabbed} />
        {dragged ? <DropZone panes={panes} pane={pane} canSplit={canSplit} dragged={dragged} /> : null}
      </div>
    </section>
  );
}

interface PanesProps {
  /** A phone shows one pane and no tabs, and keeps its layout to itself. */
  isPhone: boolean;
  renderPage: (location: Location) => ReactNode;
}

/** The open files: panes side by side, each with tabs. The pages of files come from outside of this feature. */
export function Panes({ isPhone, renderPage }: PanesProps) {
  const panes = usePanes({ isStored: !isPhone });
  const element = useRef<HTMLDivElement>(null);
  const fittingPanes = useFittingPanes(element);
  const room = isPhone ? 1 : fittingPanes;
  const { layout } = panes;
  const shown = fitting(layout, Math.min(room, layout.panes.length));
  const hidden = layout.panes.filter((pane) => !shown.includes(pane));
  const canSplit = layout.panes.length < MAX_PANES && room > layout.panes.length;
  const pages = usePages(layout, shown);
  return (
    // Holds the pages of panes without room at the size of the panes.
    <div className="relative h-full">
      <Parking ref={pages.parking} />
      <PaneGroup elementRef={element} orientation="horizontal" className="h-full">
        {shown.map((pane, index) => (
          <Fragment key={pane.id}>
            {index > 0 ? <PaneLine /> : null}
            <Panel id={`pane-${pane.id}`} minSize="20rem">
              <PaneView
                panes={panes}
                pane={pane}
                pages={pages}
                hidden={pane.id === layout.focused ? hidden : []}
                canSplit={canSplit}
                isTabbed={hasTabs(layout) && !isPhone}
              />
            </Panel>
          </Fragment>
        ))}
      </PaneGroup>
      {/* After the slots, which are filled before a page measures itself. */}
      <TabPages panes={panes} pages={pages} renderPage={renderPage} />
      {isPhone ? null : <PaneKeys panes={panes} canSplit={canSplit} />}
    </div>
  );
}
