import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Location } from '@zo/web/paths';
import { useSearchParams } from '@zo/web/router';
import { skipToken, useFindFilesQuery, useSearchConversationsQuery, type Found, type FoundChat } from '@zo/web/store';
import { useDelayed } from '@zo/web/ui';
import { KINDS, sinceOf } from './filters';

const TYPING_MS = 120;
/** How often a search is repeated while the index is made. */
const INDEXING_MS = 1_500;
const MAX_QUERY = 200;
const FEW = 30;
const ALL = 100;

/** Names of the filters in the address. */
export type Filter = 'kind' | 'in' | 'date';

export interface Search {
  text: string;
  setText: (text: string) => void;
  filters: Readonly<Record<Filter, string | null>>;
  setFilter: (filter: Filter, value: string | null) => void;
  showAll: () => void;
  /** The query that the results are for. */
  query: string;
  exact: readonly Found[];
  files: readonly Found[];
  /** Chats with the words, if no filter of files is set. */
  chats: readonly FoundChat[];
  total: number;
  isIncomplete: boolean;
  isFetching: boolean;
  isError: boolean;
  retry: () => void;
}

const folderOf = (name: string | null): Location | undefined =>
  name === null ? undefined : { root: 'w', path: name.split('/').filter(Boolean) };

/** The typed text and the filters, kept in the address, so that a reload and the way back show them again. */
function useAddress() {
  const [address, setAddress] = useSearchParams();
  const inAddress = address.get('q') ?? '';
  const [text, setText] = useState(inAddress);
  const query = useDelayed(text.trim().slice(0, MAX_QUERY), TYPING_MS);
  const change = useCallback(
    (name: string, value: string | null) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  useEffect(() => {
    if (query !== inAddress) change('q', query);
  }, [query]);
  // Another search was opened, from the palette for example.
  useEffect(() => {
    if (inAddress !== query) setText(inAddress);
  }, [inAddress]);
  return { address, text, setText, query, change };
}

/** FT-14: the search of the page: what is asked for, and the files that were found. */
export function useSearch(): Search {
  const { address, text, setText, query, change } = useAddress();
  const [limit, setLimit] = useState(FEW);
  useEffect(() => setLimit(FEW), [query]);

  const filters = { kind: address.get('kind'), in: address.get('in'), date: address.get('date') };
  const { kind, in: folder, date } = filters;
  const wanted = useMemo(
    () => ({
      q: query,
      location: folderOf(folder),
      kinds: kind ? KINDS[kind]?.kinds : undefined,
      since: sinceOf(date, Date.now()),
      limit,
      lines: 2,
    }),
    [query, folder, kind, date, limit],
  );
  const [isIncomplete, setIncomplete] = useState(false);
  const { data, isFetching, isError, refetch } = useFindFilesQuery(query ? wanted : skipToken, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isIncomplete ? INDEXING_MS : 0,
    skipPollingIfUnfocused: true,
  });
  if (data && data.isIncomplete !== isIncomplete) setIncomplete(data.isIncomplete);
  const isFiltered = kind !== null || folder !== null || date !== null;
  const { currentData: chats } = useSearchConversationsQuery(query && !isFiltered ? query : skipToken);
  const results = query && !isError ? (data?.results ?? []) : [];
  return {
    text,
    setText,
    filters,
    setFilter: change,
    showAll: () => setLimit(ALL),
    query,
    exact: results.filter(({ isExact }) => isExact),
    files: results.filter(({ isExact }) => !isExact),
    chats: (query && !isFiltered && chats?.results) || [],
    total: query ? (data?.total ?? 0) : 0,
    isIncomplete,
    isFetching: isFetching || text.trim().slice(0, MAX_QUERY) !== query,
    isError,
    retry: () => void refetch(),
  };
}
