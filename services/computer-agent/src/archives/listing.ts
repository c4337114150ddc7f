import { namesOf } from './entry-path.js';
import type { Archive, ArchiveEntry } from './entry.js';
import { type EntryKind, type Listing, MAX_LISTED, MAX_LISTED_TEXT } from './messages.js';

/** A compressed tar has to be read to its end, which may take minutes: then what was found in this time is shown. */
const MAX_MS = 8_000;
const MAX_TIME = 8_640_000_000_000_000;
const KINDS: Record<ArchiveEntry['kind'], EntryKind | null> = {
  file: 'file',
  'same-file': 'file',
  folder: 'folder',
  link: 'link',
  other: null,
};

/** Lists the entries that can be extracted, in the order of the archive. */
export async function listEntries({ entries, count }: Archive): Promise<Listing> {
  const began = performance.now();
  const listing: Listing = { entries: [], hasMore: false, total: 0, leftOut: 0 };
  let text = 0;
  for await (const { path, kind, size, mtime, isEncrypted } of entries) {
    const isFull = listing.entries.length >= MAX_LISTED || text > MAX_LISTED_TEXT;
    if (isFull || performance.now() - began > MAX_MS) {
      listing.hasMore = true;
      break;
    }
    listing.total++;
    const names = namesOf(path);
    const shown = KINDS[kind];
    if (names === null || shown === null) listing.leftOut++;
    if (names === null || shown === null || names.length === 0) continue;
    const shownPath = names.join('/');
    text += Buffer.byteLength(shownPath);
    listing.entries.push({ path: shownPath, kind: shown, size, mtime: timeOf(mtime), isEncrypted });
  }
  return { ...listing, total: Math.max(count ?? 0, listing.total) };
}

const timeOf = (mtime: number) => (mtime > 0 && mtime <= MAX_TIME ? Math.round(mtime) : 0);
