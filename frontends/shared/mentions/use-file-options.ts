import { useEffect, useMemo, useState } from 'react';
import { skipToken, useFolderQuery, useSearchFilesQuery, type Folder } from '../store';
import { inTrash, nameOf, type Location } from '../paths';

/** ED-03, FV-04 */
export const MENTION = {
  title: 'Mention a file or folder',
  searching: 'Searching...',
  noResults: 'No results found',
  open: 'Open',
  error: (message: string) => `Error: ${message}`,
  /** TL-03: what the entry of a tool is. */
  tool: 'Tool',
} as const;

/** FT-14 */
export const MAX_OPTIONS = 10;
const TYPING_MS = 60;

export interface FileOption extends Location {
  isDirectory: boolean;
}

/** ED-03: the text after '@' that lists a folder; the picker lists the workspace only. */
export const insideFolder = ({ root, path, isDirectory }: FileOption): string | undefined =>
  isDirectory && root === 'w' ? `${path.join('/')}/` : undefined;

/** ED-03: the text after '@' one level up; undefined where it does not end with a folder. */
export const aboveFolder = (query: string): string | undefined =>
  query.endsWith('/') ? query.replace(/[^/]*\/$/, '') : undefined;

function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
}

/** Entries of a folder whose name contains the query: names that start with it first, folders before files. */
function entriesOf({ names, isDir }: Folder, path: string[], words: string): FileOption[] {
  const wanted = words.toLowerCase();
  const rank = (name: string, directory: boolean | undefined) =>
    (name.toLowerCase().startsWith(wanted) ? 0 : 2) + (directory ? 0 : 1);
  return names
    .map((name, index) => ({ name, isDirectory: isDir[index] ?? false }))
    .filter(({ name }) => name.toLowerCase().includes(wanted) && (!name.startsWith('.') || wanted.startsWith('.')))
    .toSorted((a, b) => rank(a.name, a.isDirectory) - rank(b.name, b.isDirectory) || a.name.localeCompare(b.name))
    .map(({ name, isDirectory }): FileOption => ({ root: 'w', path: [...path, name], isDirectory }))
    .filter((location) => !inTrash(location))
    .slice(0, MAX_OPTIONS);
}

/**
 * ED-03, FT-14: files and folders for the text after '@'; a slash opens a folder. `query` undefined: no pick is active.
 */
export function useFileOptions(query: string | undefined): { options: readonly FileOption[]; note: string } {
  const slash = query?.lastIndexOf('/') ?? -1;
  const above = query?.slice(0, Math.max(0, slash)) ?? '';
  const folder = useMemo(() => above.split('/').filter(Boolean), [above]);
  const listing = query !== undefined && (query === '' || slash >= 0);
  const searched = useDelayed((listing ? '' : (query ?? '')).trim().slice(0, 200));
  const { currentData: entries, isError } = useFolderQuery(listing ? { root: 'w', path: folder } : skipToken);
  const { data: hits, isFetching } = useSearchFilesQuery(searched ? { q: searched, limit: MAX_OPTIONS } : skipToken);

  const waiting = listing ? !entries && !isError : isFetching || searched !== query?.trim();

  const options = useMemo(() => {
    if (query === undefined) return [];
    if (listing) return entries ? entriesOf(entries, folder, query.slice(slash + 1)) : [];
    // Until the results for the whole text arrive, those for its beginning must match the rest too.
    const isResult = (hit: Location) => !waiting || nameOf(hit).toLowerCase().includes(query.trim().toLowerCase());
    return (hits ?? [])
      .filter((hit) => !inTrash(hit) && isResult(hit))
      .map(({ root, path, isDirectory }): FileOption => ({ root, path, isDirectory }));
  }, [query, listing, entries, hits, slash, folder, waiting]);
  const note = options.length || query === '' ? MENTION.title : waiting ? MENTION.searching : MENTION.noResults;
  return { options, note };
}
