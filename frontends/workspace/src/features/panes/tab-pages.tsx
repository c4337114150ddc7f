import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { LocationContext, useNavigationType } from '@zo/web/router';
import { isKnownFolder } from '@zo/web/store';
import { createHolder, ElementSlot } from '@zo/web/ui';
import { pathKey, type Location } from '@zo/web/paths';
import type { Layout, Pane, Tab } from '../../panes/layout';
import { PaneContext } from '../../panes/pane-context';
import type { Panes } from './use-panes';

/** Tabs of a pane beyond this number are drawn again when they are chosen. */
const MAX_KEPT = 5;

/**
 * Tabs whose pages stay in the document: cursor, scroll position and undo of a file are kept while another tab is
 * shown, or while there is no room for its pane. Listings and previews are kept only while their pane shows them.
 */
function useKept({ panes }: Layout, shown: readonly Pane[]): readonly Tab[] {
  const [recent, setRecent] = useState<readonly string[]>([]);
  const visible = shown.map(({ active }) => active);
  const open = new Set(panes.flatMap(({ tabs }) => tabs.map(({ id }) => id)));
  const next = [...recent.filter((id) => open.has(id) && !visible.includes(id)), ...visible];
  if (next.join() !== recent.join()) setRecent(next);
  return useMemo(() => {
    const keptOf = ({ tabs, active, preview }: Pane) => {
      const kept = recent.filter((id) => tabs.some((tab) => tab.id === id)).slice(-MAX_KEPT);
      return tabs.filter(
        ({ id, location }) => kept.includes(id) && (id === active || (id !== preview && !isKnownFolder(location))),
      );
    };
    return panes.flatMap(keptOf);
  }, [panes, recent]);
}

/** The pages that are mounted, each in the element that holds it. */
export interface Pages {
  readonly kept: readonly Tab[];
  readonly holderOf: (tab: string) => HTMLElement;
  readonly parking: RefObject<HTMLDivElement | null>;
}

export function usePages(layout: Layout, shown: readonly Pane[]): Pages {
  const kept = useKept(layout, shown);
  const parking = useRef<HTMLDivElement>(null);
  const [holders] = useState(() => new Map<string, HTMLElement>());
  useEffect(() => {
    for (const id of holders.keys()) if (!kept.some((tab) => tab.id === id)) holders.delete(id);
  }, [holders, kept]);
  const holderOf = (tab: string) => {
    const holder = holders.get(tab) ?? createHolder();
    holders.set(tab, holder);
    return holder;
  };
  return { kept, holderOf, parking };
}

/** The places of the pages of a pane: the shown one, and hidden ones of files that were shown lately. */
export function TabSlots({ pane, pages, isTabbed }: { pane: Pane; pages: Pages; isTabbed: boolean }) {
  const own = pages.kept.filter(({ id }) => pane.tabs.some((tab) => tab.id === id));
  return own.map((tab) => {
    const isShown = tab.id === pane.active;
    return (
      <ElementSlot
        key={tab.id}
        holder={pages.holderOf(tab.id)}
        parking={pages.parking}
        id={`panel-${tab.id}`}
        role={isTabbed ? 'tabpanel' : undefined}
        aria-labelledby={isTabbed ? `tab-${tab.id}` : undefined}
        tabIndex={-1}
        inert={!isShown}
        // Without `display: none`, which would lose the scroll positions in it.
        className={isShown ? 'h-full outline-none' : 'invisible absolute inset-0'}
      />
    );
  });
}

interface TabPagesProps {
  panes: Panes;
  pages: Pages;
  renderPage: (location: Location) => ReactNode;
}

/**
 * The pages themselves. They are rendered here and not in their panes: a page that moves to another is not mounted
 * anew.
 */
export function TabPages({ panes, pages, renderPage }: TabPagesProps) {
  const focused = panes.layout.panes.find(({ id }) => id === panes.layout.focused)?.active;
  return pages.kept.map((tab) =>
    createPortal(
      <TabPage panes={panes} tab={tab} isFocused={tab.id === focused}>
        {renderPage(tab.location)}
      </TabPage>,
      pages.holderOf(tab.id),
      tab.id,
    ),
  );
}

interface TabPageProps {
  panes: Panes;
  tab: Tab;
  isFocused: boolean;
  children: ReactNode;
}

/** Gives a page the address of its own tab: the address bar holds that of the focused one. */
function TabPage({ panes: { routerLocation }, tab, isFocused, children }: TabPageProps) {
  const navigationType = useNavigationType();
  const location = useMemo(() => routerLocation(tab), [routerLocation, tab]);
  const router = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  const context = useMemo(() => ({ tab: tab.id, isFocused }), [tab.id, isFocused]);
  return (
    <PaneContext.Provider value={context}>
      <LocationContext.Provider key={pathKey(tab.location)} value={router}>
        {children}
      </LocationContext.Provider>
    </PaneContext.Provider>
  );
}
