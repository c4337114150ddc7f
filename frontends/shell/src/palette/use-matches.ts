import { inTrash, isSame, type Location } from '@zo/web/paths';
import { skipToken, useMeQuery, useRecentChatsQuery, useRecents, useSearchFilesQuery } from '@zo/web/store';

const MAX_NAMES = 12;
const MAX_RECENTS = 6;
const MAX_CHATS = 5;

export type Match = Location & { isDirectory: boolean };

/**
 * Files and chats whose names match; without a query the favourites and the recent files. `query` is the typed text
 * once it rests.
 */
export function useMatches({ open, text, query }: { open: boolean; text: string; query: string }) {
  const {
    currentData: hits,
    data: lastHits,
    isFetching,
  } = useSearchFilesQuery(open && query ? { q: query, limit: MAX_NAMES } : skipToken);
  const { data: chats = [] } = useRecentChatsQuery(open ? undefined : skipToken);
  const recents = useRecents();
  const { data: me } = useMeQuery();
  const starred: Match[] = (me?.settings.favourites ?? []).filter((favourite) => !inTrash(favourite));
  const opened: readonly Match[] = recents.slice(0, MAX_RECENTS);
  const contains = (name: string) => name.toLowerCase().includes(text.toLowerCase());
  // While the response for the typed text is pending, show only matching earlier hits: Enter never opens a wrong one.
  const isOld = query !== text || (query !== '' && !hits);
  const answers: readonly Match[] = query
    ? (hits ?? lastHits ?? []).map(({ root, path, isDirectory }) => ({ root, path, isDirectory }))
    : opened.filter((recent) => !starred.some((favourite) => isSame(favourite, recent)));
  return {
    locations: isOld ? answers.filter(({ path }) => contains(path.at(-1) ?? '')) : answers,
    favourites: query ? [] : starred.filter(({ path }) => contains(path.at(-1) ?? '')),
    chats: chats.filter(({ title }) => contains(title ?? 'No Title')).slice(0, MAX_CHATS),
    isFetching,
  };
}
