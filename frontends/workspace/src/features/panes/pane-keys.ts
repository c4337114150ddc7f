import { useEffect } from 'react';
import { modKey } from '@zo/web/ui';
import { useAppDispatch } from '@zo/web/store';
import * as change from '../../panes/layout';
import { activeTab, focusedPane, hasTabs } from '../../panes/layout';
import { closedReopened, tabsClosed, usePanesState } from '../../panes/panes.slice';
import type { Panes } from './use-panes';

const MOVES = /^(PageUp|PageDown|Home|End|Arrow(Up|Down|Left|Right)| )$/;

/**
 * A file that was opened by its address has no focus: keys that move go to the main part of its page. What that part
 * does not handle, the browser does, which scrolls the element that has the focus.
 */
function moveMain(event: KeyboardEvent, paneId: string): void {
  if (event.target !== document.body || !MOVES.test(event.key) || modKey(event) || event.altKey) return;
  const shown = document.querySelector(`[id="pane-${paneId}"] [id^=panel-]:not([inert])`);
  const main = shown?.querySelector<HTMLElement>('[data-page-focus=true]');
  main?.focus({ preventScroll: true });
  if (main && !main.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
}

/** Keys of tabs and panes. A browser keeps some of them for its own tabs; the installed app has all. */
export function PaneKeys({ panes: { layout, apply }, canSplit }: { panes: Panes; canSplit: boolean }) {
  const { closed } = usePanesState();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const act = (event: KeyboardEvent): boolean => {
      const pane = focusedPane(layout);
      const tab = activeTab(pane);
      const key = event.key.toLowerCase();
      if (!modKey(event) || event.altKey) return false;
      if (event.shiftKey) {
        if (key !== 't' || !closed[0]) return false;
        dispatch(closedReopened());
        apply((now) => change.openTab(now, closed[0]!, 'tab'));
        return true;
      }
      if (event.code === 'Backslash' && tab && canSplit)
        return (apply((now) => change.split(now, tab.id, { pane: pane.id, side: 'right' })), true);
      // The page has no tab that could be closed: the key is the browser's.
      if (!hasTabs(layout)) return false;
      if (key === 'w' && tab) {
        dispatch(tabsClosed([tab.location]));
        apply((now) => change.closeTab(now, tab.id), { replace: true });
        return true;
      }
      const chosen = /^[1-9]$/.test(key) ? pane.tabs[Number(key) - 1] : undefined;
      if (!chosen) return false;
      apply((now) => change.activate(now, chosen.id));
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (act(event)) event.preventDefault();
      else moveMain(event, layout.focused);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [layout, apply, canSplit, closed, dispatch]);
  return null;
}
