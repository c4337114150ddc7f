import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Location } from '@zo/web/paths';
import { useChangeQuery, useSearchParams } from '@zo/web/router';
import {
  skipToken,
  toProblem,
  useFindFilesQuery,
  useSearchConversationsQuery,
  type FileKind,
  type Found,
  type FoundChat,
  type Problem,
} from '@zo/web/store';
import { useDelayed } from '@zo/web/ui';
import { authorOf, KINDS, sinceOf, type AuthorFilter } from './filters';

const TYPING_MS = 120;
/** How often a search is repeated while the index is made. */
const INDEXING_MS = 1_500;
const MAX_QUERY = 200;
const FEW = 30;
const ALL = 100;
/** Lines of each file that the preview steps through; the list shows fewer. */
const LINES = 5;

/** Names of the filters in the address. */
export type Filter = 'kind' | 'in' | 'date' | 'by';
/** Names of the switches in the address. */
export type SearchSwitch = 'case' | 'word' | 'regex';
export type Order = 'best' | 'newest' | 'name';

export interface Search {
  text: string;
  setText: (text: string) => void;
  filters: Readonly<Record<Filter, string | null>>;
  setFilter: (filter: Filter, value: string | null) => void;
  switches: Readonly<Record<SearchSwitch, boolean>>;
  toggle: (name: SearchSwitch) => void;
  order: Order;
  setOrder: (order: Order) => void;
  /** The form for replacing is open. */
  isReplacing: boolean;
  setReplacing: (isReplacing: boolean) => void;
  replacement: string;
  setReplacement: (replacement: string) => void;
  showAll: () => void;
  /** The query that the results are for. */
  query: string;
  /** What is looked for, without how it is shown. */
  wanted: Wanted;
  exact: readonly Found[];
  files: readonly Found[];
  /** Chats with the words, if no filter or switch is set. */
  chats: readonly FoundChat[];
  total: number;
  /** How long the search took, in milliseconds. */
  ms: number | undefined;
  isIncomplete: boolean;
  isTimedOut: boolean;
  isFetching: boolean;
  /** Why nothing can be shown. */
  problem: Problem | undefined;
  retry: () => void;
}

export interface Wanted {
  q: string;
  location: Location | undefined;
  kinds: readonly FileKind[] | undefined;
  since: number;
  by: AuthorFilter | undefined;
  caseSensitive: boolean;
  wholeWord: boolean;
  regex: boolean;
}

const folderOf = (name: string | null): Location | undefined =>
  name === null ? undefined : { root: 'w', path: name.split('/').filter(Boolean) };

/** The typed text and the filters, kept in the address, so that a reload and the way back show them again. */
function useAddress() {
  const [address] = useSearchParams();
  const changeQuery = useChangeQuery();
  const inAddress = address.get('q') ?? '';
  const [text, setText] = useState(inAddress);
  const query = useDelayed(text.trim().slice(0, MAX_QUERY), TYPING_MS);
  const change = useCallback(
    (name: string, value: string | null) => changeQuery((next) => (value ? next.set(name, value) : next.delete(name))),
    [changeQuery],
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

const ORDERS: readonly Order[] = ['best', 'newest', 'name'];
const flagsOf = (address: URLSearchParams): Record<SearchSwitch, boolean> => ({
  case: address.has('case'),
  word: address.has('word'),
  regex: address.has('regex'),
});

/** What the address asks for. */
function useWanted(address: URLSearchParams, query: string): Wanted {
  const [kind, folder, date] = [address.get('kind'), address.get('in'), address.get('date')];
  const by = authorOf(address.get('by'));
  const { case: caseSensitive, word: wholeWord, regex } = flagsOf(address);
  return useMemo(
    () => ({
      q: query,
      location: folderOf(folder),
      kinds: kind ? KINDS[kind]?.kinds : undefined,
      since: sinceOf(date, Date.now()),
      by,
      caseSensitive,
      wholeWord,
      regex,
    }),
    [query, folder, kind, date, by, caseSensitive, wholeWord, regex],
  );
}

/** FT-14: the search of the page: what is asked for, and the files that were found. */
export function useSearch(): Search {
  const { address, text, setText, query, change } = useAddress();
  const [limit, setLimit] = useState(FEW);
  useEffect(() => setLimit(FEW), [query]);
  const filters = {
    kind: address.get('kind'),
    in: address.get('in'),
    date: address.get('date'),
    by: address.get('by'),
  };
  const switches = flagsOf(address);
  const order = ORDERS.find((each) => each === address.get('order')) ?? 'best';
  const wanted = useWanted(address, query);
  const asked = useMemo(() => ({ ...wanted, order, limit, lines: LINES }), [wanted, order, limit]);
  const [isIncomplete, setIncomplete] = useState(false);
  const found = useFindFilesQuery(query ? asked : skipToken, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isIncomplete ? INDEXING_MS : 0,
    skipPollingIfUnfocused: true,
  });
  const { data, error } = found;
  if (data && data.isIncomplete !== isIncomplete) setIncomplete(data.isIncomplete);
  const isFiltered = [...Object.values(filters), ...Object.values(switches)].some(Boolean);
  const { currentData: chats } = useSearchConversationsQuery(query && !isFiltered ? query : skipToken);
  const results = query && !error ? (data?.results ?? []) : [];
  return {
    text,
    setText,
    filters,
    setFilter: change,
    switches,
    toggle: (name) => change(name, switches[name] ? null : '1'),
    order,
    setOrder: (value) => change('order', value === 'best' ? null : value),
    // Places are looked for in the files of everybody.
    isReplacing: address.has('replace') && !wanted.by,
    setReplacing: (value) => change('replace', value ? '1' : null),
    replacement: address.get('with') ?? '',
    setReplacement: (value) => change('with', value),
    showAll: () => setLimit(ALL),
    query,
    wanted,
    exact: results.filter(({ isExact }) => isExact),
    files: results.filter(({ isExact }) => !isExact),
    chats: (query && !isFiltered && chats?.results) || [],
    total: query ? (data?.total ?? 0) : 0,
    ms: found.fulfilledTimeStamp && found.startedTimeStamp && found.fulfilledTimeStamp - found.startedTimeStamp,
    isIncomplete,
    isTimedOut: data?.isTimedOut ?? false,
    isFetching: found.isFetching || text.trim().slice(0, MAX_QUERY) !== query,
    problem: query && error ? toProblem(error) : undefined,
    retry: () => void found.refetch(),
  };
}
