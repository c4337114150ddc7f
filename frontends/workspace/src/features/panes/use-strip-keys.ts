import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import * as change from '../../panes/layout';
import type { Pane } from '../../panes/layout';
import type { Panes } from './use-panes';

interface StripKeys {
  readonly pane: Pane;
  readonly panes: Panes;
  readonly close: (tab: string) => void;
}

/**
 * The tabs pattern: arrows move the focus along with the choice, Delete closes the tab. With Alt the arrows move the
 * tab itself, at the end of its pane into the next one.
 */
export function useStripKeys(
  strip: RefObject<HTMLElement | null>,
  { pane, panes: { apply }, close }: StripKeys,
): (event: KeyboardEvent) => void {
  // The tab that had the focus was closed with a key.
  const isFocusLost = useRef(false);
  useEffect(() => {
    if (!isFocusLost.current) return;
    isFocusLost.current = false;
    strip.current!.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  }, [pane.tabs.length]);

  /** The focus goes with the tab, also into another pane. */
  const moveActive = (tab: string, by: -1 | 1) => {
    flushSync(() => apply((now) => change.shift(now, tab, by)));
    document.getElementById(`tab-${tab}`)?.focus();
  };

  return (event) => {
    const at = pane.tabs.findIndex(({ id }) => id === pane.active);
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: pane.tabs.length - 1 }[event.key];
    const next = step === undefined ? undefined : pane.tabs.at(step % pane.tabs.length);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (event.altKey && by && pane.tabs[at]) {
      moveActive(pane.tabs[at].id, by);
    } else if (event.key === 'Delete' && pane.tabs[at]) {
      isFocusLost.current = true;
      close(pane.tabs[at].id);
    } else if (next) {
      apply((now) => change.activate(now, next.id));
      strip.current!.querySelector<HTMLElement>(`[data-tab="${next.id}"] [role=tab]`)?.focus();
    } else return;
    event.preventDefault();
  };
}
