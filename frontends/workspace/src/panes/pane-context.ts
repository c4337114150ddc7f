import { createContext, useCallback, useContext } from 'react';
import { useAppDispatch } from '@zo/web/store';
import { tabPinned } from './panes.slice';

export interface TabContext {
  /** The tab around a page; undefined on a phone, where there are none. */
  readonly tab?: string;
  /** False while another pane has the focus, or another tab is shown: keys of the whole window are not for this page. */
  readonly isFocused: boolean;
}

export const PaneContext = createContext<TabContext>({ isFocused: true });

export const useIsFocusedPane = (): boolean => useContext(PaneContext).isFocused;

/** Keeps the tab of this page open, which the next opened file would replace otherwise. */
export function usePinTab(): () => void {
  const { tab } = useContext(PaneContext);
  const dispatch = useAppDispatch();
  return useCallback(() => void (tab && dispatch(tabPinned(tab))), [tab, dispatch]);
}
