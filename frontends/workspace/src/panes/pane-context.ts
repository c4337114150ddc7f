import { createContext, useCallback, useContext, useEffect, useEffectEvent } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { tabPinned } from './panes.slice';

export interface TabContext {
  /** The tab around a page; undefined on a phone, where there are none. */
  readonly tab?: string;
  /**
   * False while another pane has the focus, or another tab is shown: keys of the whole window are not for this page.
   */
  readonly isFocused: boolean;
}

export const PaneContext = createContext<TabContext>({ isFocused: true });

/** Listens to the keys of the whole page, while the pane of this component has the focus. */
export function usePageKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const { isFocused } = useContext(PaneContext);
  const onKey = useEffectEvent(onKeyDown);
  useEffect(() => {
    if (!isFocused) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isFocused]);
}

/** Keeps the tab of this page open, which the next opened file would replace otherwise. */
export function usePinTab(): () => void {
  const { tab } = useContext(PaneContext);
  const dispatch = useAppDispatch();
  return useCallback(() => void (tab && dispatch(tabPinned(tab))), [tab, dispatch]);
}
