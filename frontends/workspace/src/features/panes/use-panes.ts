import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { parsePath, useLocation, useNavigate, useNavigationType, type RouterLocation } from '@zo/web/router';
import { useAppDispatch, useMeQuery, useUpdateSettingsMutation } from '@zo/web/store';
import { chatQuery, fileHref, parseFileLocation } from '@zo/web/paths';
import { activeTab, focusedPane, show, type Layout, type Tab } from '../../panes/layout';
import { layoutChanged, usePanesState, visited } from '../../panes/panes.slice';
import { fromStored, readSession, toStored, writeSession } from '../../panes/stored-layout';

const STORE_MS = 2_000;
const MAX_WAIT_MS = 300_000;
/** Marks a navigation that only follows the tabs, so that it is no new visit of its file. */
const FOLLOWS = { state: 'follows-tabs' };

/** The part of an address that belongs to the file: all but the chat beside it. */
function suffixOf({ search, hash }: Pick<RouterLocation, 'search' | 'hash'>): string {
  const query = new URLSearchParams(search);
  query.delete('chat');
  query.delete('chat_view');
  return (query.size > 0 ? `?${query}` : '') + hash;
}

/** The address of a tab, with the chat that is open now. */
export function hrefOf({ location, suffix }: Tab, search: string): string {
  const { search: view = '', hash = '' } = parsePath(suffix);
  const query = new URLSearchParams(chatQuery(search));
  for (const [name, value] of new URLSearchParams(view)) query.set(name, value);
  return fileHref(location) + (query.size > 0 ? `?${query}` : '') + hash;
}

/** The tabs of an earlier visit: of this browser tab, else those that the server keeps for all devices. */
function useRestored(layout: Layout, isRestored: boolean): Layout {
  const { data: me } = useMeQuery();
  const stored = useRef<Layout>(undefined);
  if (isRestored) return layout;
  const session = readSession();
  const kept = session === undefined ? me?.settings.layout : session;
  stored.current ??= kept ? fromStored(kept) : undefined;
  return stored.current ?? layout;
}

/** Keeps the tabs for a reload, and on the server for other devices. */
function useStored(layout: Layout, isReady: boolean): void {
  const [update] = useUpdateSettingsMutation();
  const text = JSON.stringify(toStored(layout));
  const { data: me } = useMeQuery();
  const known = useRef<string>(undefined);
  if (me) known.current ??= JSON.stringify(me.settings.layout);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (!isReady) return;
    writeSession(JSON.parse(text) as ReturnType<typeof toStored>);
    if (text === known.current) return;
    const send = async () => {
      const { error } = await update({ layout: JSON.parse(text) as ReturnType<typeof toStored> });
      if (!error) known.current = text;
      setFailures((count) => (error ? count + 1 : 0));
    };
    const timer = setTimeout(() => void send(), Math.min(STORE_MS * 2 ** failures, MAX_WAIT_MS));
    return () => clearTimeout(timer);
  }, [text, isReady, update, failures]);
}

export interface Panes {
  readonly layout: Layout;
  /** Shows another layout, with the address of its focused tab. */
  readonly apply: (change: (layout: Layout) => Layout, options?: { replace?: boolean }) => void;
  /** The place of the router for the page in a tab. */
  readonly routerLocation: (tab: Tab) => RouterLocation;
}

/**
 * The open tabs. The address of the page names the focused one; a newer address is shown before it is painted.
 * `isStored`: they are kept for a reload and for other devices.
 */
export function usePanes({ isStored }: { isStored: boolean }): Panes {
  const here = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const state = usePanesState();
  const restored = useRestored(state.layout, state.isRestored);
  const { pathname, search, hash, key, state: entry } = here;
  // The key alone is not enough: entries that the router did not make have none.
  const visit = `${key} ${pathname}${search}${hash}`;

  const layout = useMemo(() => {
    const parsed = parseFileLocation(pathname);
    if (state.visit === visit || !parsed) return restored;
    const location = { root: parsed.root ?? ('w' as const), path: parsed.path };
    const suffix = suffixOf({ search, hash });
    const open = activeTab(focusedPane(restored));
    // A replaced address is one of another chat, or of the next tab: no reason to scroll.
    const isSameVisit = entry === FOLLOWS.state || (type === 'REPLACE' && open?.suffix === suffix);
    return show(restored, { location, suffix, key: isSameVisit && open ? open.visit : key });
  }, [restored, state.visit, visit, pathname, search, hash, key, entry, type]);

  useLayoutEffect(() => {
    if (state.visit !== visit) dispatch(visited({ layout, visit }));
  }, [state.visit, visit, layout, dispatch]);
  useStored(layout, state.isRestored && isStored);

  const address = useRef({ search, layout });
  address.current = { search, layout };
  const apply = useCallback<Panes['apply']>(
    (change, { replace = false } = {}) => {
      const before = address.current.layout;
      const next = change(before);
      if (next === before) return;
      dispatch(layoutChanged(next));
      const tab = activeTab(focusedPane(next));
      if (tab && tab.id === activeTab(focusedPane(before))?.id) return;
      const now = address.current.search;
      navigate(tab ? hrefOf(tab, now) : fileHref({ root: 'w', path: [] }) + chatQuery(now), {
        replace,
        ...(tab && FOLLOWS),
      });
    },
    [dispatch, navigate],
  );
  const routerLocation = useCallback(
    (tab: Tab): RouterLocation => ({
      pathname: '/',
      search: '',
      hash: '',
      ...parsePath(hrefOf(tab, search)),
      state: null,
      key: tab.visit || tab.id,
    }),
    [search],
  );
  return { layout, apply, routerLocation };
}
