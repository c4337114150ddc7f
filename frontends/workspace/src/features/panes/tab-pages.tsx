import { useMemo, useState, type ReactNode } from 'react';
import { LocationContext, useNavigationType } from '@zo/web/router';
import { pathKey, type Location } from '@zo/web/paths';
import { hasTabs, type Pane, type Tab } from '../../panes/layout';
import { isKnownFolder } from '../../navigation/is-folder';
import { PaneContext } from '../../panes/pane-context';
import type { Panes } from './use-panes';

/** Tabs beyond this number are drawn again when they are chosen. */
const MAX_KEPT = 5;

interface TabPagesProps {
  panes: Panes;
  pane: Pane;
  isFocused: boolean;
  renderPage: (location: Location) => ReactNode;
}

/**
 * Tabs whose pages stay in the document, the shown one last: cursor, scroll position and undo of a file are kept while
 * another tab is shown. Listings and previews are not kept.
 */
function useKept({ tabs, active, preview }: Pane): readonly Tab[] {
  const [recent, setRecent] = useState<readonly string[]>([active]);
  if (recent.at(-1) !== active) setRecent([...recent.filter((id) => id !== active), active].slice(-MAX_KEPT));
  return useMemo(() => {
    const kept = new Set([...recent, active]);
    return tabs.filter(
      ({ id, location }) => id === active || (kept.has(id) && id !== preview && !isKnownFolder(location)),
    );
  }, [tabs, active, preview, recent]);
}

/** The pages of a pane: the shown one, and hidden ones of files that were shown lately. */
export function TabPages({ panes, pane, isFocused, renderPage }: TabPagesProps) {
  const kept = useKept(pane);
  const isTabbed = hasTabs(panes.layout);
  return kept.map((tab) => {
    const isShown = tab.id === pane.active;
    return (
      <div
        key={tab.id}
        id={`panel-${tab.id}`}
        role={isTabbed ? 'tabpanel' : undefined}
        aria-labelledby={isTabbed ? `tab-${tab.id}` : undefined}
        inert={!isShown}
        // Without `display: none`, which would lose the scroll positions in it.
        className={isShown ? 'h-full' : 'invisible absolute inset-0'}
      >
        <TabPage panes={panes} tab={tab} isFocused={isShown && isFocused}>
          {renderPage(tab.location)}
        </TabPage>
      </div>
    );
  });
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
