import { create } from '@bufbuild/protobuf';
import {
  Actor,
  FindOrder,
  FindResponseSchema,
  FoundFileSchema,
  FoundLineSchema,
  PathSchema,
  Root,
  type FindRequest,
  type FindResponse,
  type FoundFile,
} from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import { FOLDER_OF_ROOT, namesBelowHome } from '../home/names.js';
import type { Watcher } from '../watch/watcher.js';
import { indexPath } from './index/feed.js';
import { type Mark, marksInName } from './index/marks.js';
import type { IndexAnswer, IndexSearch } from './index/messages.js';
import { parseQuery } from './index/query.js';
import type { SearchIndex } from './index/search-index.js';
import { isSkipped } from './index/skipped.js';
import { extensionOf } from './index/store.js';
import { bestNames, branchAt, fold, wordsOf } from './names.js';
import { findExact } from './exact.js';
import { type Answer, type FindTools, type Found, foundOf, inOrder, isByAuthor, type Wanted } from './found.js';
import { findSubstrings, isSubstring } from './substrings.js';

const MAX_QUERY = 1_000;
const MAX_FILES = 100;
/** Names that are told from the files with the words in them; more are only counted. */
const MAX_NAMES = 1_000;
const DEFAULT_FILES = 20;
const MAX_LINES = 5;
const DEFAULT_LINES = 2;
const MAX_EXTENSIONS = 200;
/** With fewer files from the index, the files are also read for the text as a part of words. */
const FEW = 5;

const ORDER: Partial<Record<FindOrder, Wanted['order']>> = {
  [FindOrder.NEWEST]: 'newest',
  [FindOrder.NAME]: 'name',
};

/** The files of an author. The keys of the history are the paths of the index. */
async function changedBy({ history }: FindTools, { changedBy: actor }: FindRequest): Promise<Wanted['changedBy']> {
  return actor === Actor.UNSPECIFIED ? null : new Set(await history.call('changedBy', { actor }));
}

function wantedOf(request: FindRequest): Omit<Wanted, 'changedBy'> {
  if (request.path) namesBelowHome(request.path);
  if (request.query.length > MAX_QUERY) throw invalid('The query is too long.');
  if (request.extensions.length > MAX_EXTENSIONS) throw invalid('These are too many kinds of files.');
  return {
    path: request.path,
    query: parseQuery(request.query),
    pattern: {
      query: request.query.trim(),
      regex: request.regex,
      caseSensitive: request.caseSensitive,
      wholeWord: request.wholeWord,
    },
    order: ORDER[request.order] ?? 'best',
    limit: Math.min(request.limit || DEFAULT_FILES, MAX_FILES),
    lines: Math.min(request.lines || DEFAULT_LINES, MAX_LINES),
    extensions: new Set(request.extensions),
    since: request.sinceMs,
  };
}

/** Files and folders by their names, and files by their contents. */
export async function find(tools: FindTools, request: FindRequest, signal: AbortSignal): Promise<FindResponse> {
  const wanted = { ...wantedOf(request), changedBy: await changedBy(tools, request) };
  await tools.watcher.whole();
  const { regex, caseSensitive, wholeWord } = wanted.pattern;
  if (regex || caseSensitive || wholeWord) return present(wanted, await findExact(tools, wanted, signal));
  return present(wanted, await findWords(tools, wanted, signal));
}

async function findWords(tools: FindTools, wanted: Wanted, signal: AbortSignal): Promise<Answer> {
  const [byName, indexed] = await Promise.all([findNames(tools.watcher, wanted), askIndex(tools.index, wanted)]);
  const hits = (indexed?.files ?? []).map(fromIndex);
  const found = new Map<string, Found>();
  // The best names have half of the answer at most, so that contents have room, too; the others follow.
  const half = Math.ceil(wanted.limit / 2);
  for (const item of [...byName.named.slice(0, half), ...hits]) join(found, item);
  if (hits.length < FEW && !signal.aborted) {
    const inside = await Promise.all([findSubstrings(tools, wanted, signal), findInDocuments(tools.index, wanted)]);
    for (const item of inside.flat()) join(found, item);
  }
  for (const item of byName.named.slice(half)) join(found, item);
  const inBoth = await countInBoth(tools.index, wanted, { named: byName.named, hits, total: indexed?.total ?? 0 });
  return {
    files: inOrder([...found.values()], wanted.order),
    // Of what the index has found, only the first is here.
    total: found.size - hits.length + (indexed?.total ?? 0) - inBoth + byName.others,
    isIncomplete: tools.index.isIncomplete,
    isTimedOut: false,
    marksOf: (name) => marksInName(name, wanted.query.text.split(/\s+/).filter(Boolean)),
  };
}

/** How many files were found by their names, and by contents that are not among the hits: they are counted once. */
async function countInBoth(
  index: SearchIndex,
  wanted: Wanted,
  { named, hits, total }: { named: readonly Found[]; hits: readonly Found[]; total: number },
): Promise<number> {
  const known = new Set(hits.map(keyOf));
  const others = named.map(keyOf).filter((key) => !known.has(key));
  if (others.length === 0 || total <= hits.length) return 0;
  return (await askIndex(index, { ...wanted, changedBy: new Set(others), limit: 1, lines: 1 }))?.total ?? 0;
}

const keyOf = ({ root, names }: Found) => indexPath(root, names);

/** Adds a file, or the lines of one that was found by its name. */
function join(found: Map<string, Found>, item: Found): void {
  const known = found.get(keyOf(item));
  if (!known) found.set(keyOf(item), item);
  else if (known.lines.length === 0) Object.assign(known, { lines: item.lines, isExact: item.isExact });
}

/** Names that match, best first, and how many others do. */
async function findNames(watcher: Watcher, wanted: Wanted): Promise<{ named: Found[]; others: number }> {
  const top = wanted.path && branchAt(watcher, wanted.path);
  const words = wordsOf(wanted.query.text);
  const excluded = wanted.query.excluded.map(({ words: each }) => each.join(' '));
  const { best, count } = await bestNames({
    tops: wanted.path ? (top ? [top] : []) : watcher.roots,
    words,
    limit: MAX_NAMES,
    skips: isSkipped,
    accepts: ({ branch, mtime }, name, parent) => {
      if (mtime < wanted.since || (wanted.extensions.size > 0 && (branch || !wanted.extensions.has(extensionOf(name)))))
        return false;
      // A name counts only if a word is in it, not only in the names of the folders above.
      const folded = fold(name);
      return (
        words.some((word) => folded.includes(word)) &&
        !excluded.some((word) => folded.includes(word)) &&
        isByAuthor(wanted, parent.root, [...parent.path(), name])
      );
    },
  });
  const named = best.map(({ branch, name, known }) => foundOf(branch, name, known));
  return { named, others: count - best.length };
}

function askIndex(index: SearchIndex, wanted: Wanted) {
  if (wanted.query.wanted.length === 0) return { files: [], total: 0 } satisfies IndexAnswer;
  return index.search(askedOf(wanted));
}

/** Documents with the text inside of words, of which the index has only the beginnings. */
async function findInDocuments(index: SearchIndex, wanted: Wanted): Promise<Found[]> {
  if (!isSubstring(wanted)) return [];
  return ((await index.inside(askedOf(wanted)))?.files ?? []).map(fromIndex);
}

function askedOf({ path, query, order, limit, lines, extensions, since, changedBy: authors }: Wanted): IndexSearch {
  const folder = path ? indexPath(path.root, path.segments) : '';
  const paths = authors && [...authors];
  return { query: query.input, folder, extensions: [...extensions], since, paths, order, limit, lines };
}

const ROOTS = new Map(Object.entries(FOLDER_OF_ROOT).map(([root, folder]) => [folder, Number(root) as Root]));

function fromIndex({ path, mtime, size, isExact, lines }: IndexAnswer['files'][number]): Found {
  const [folder = '', ...names] = path.split('/');
  return { root: ROOTS.get(folder) ?? Root.WORKSPACE, names, directory: false, mtime, size, isExact, lines };
}

const toRanges = (marks: readonly Mark[]) => marks.map(({ from, to }) => ({ start: from, end: to }));

function present({ limit }: Wanted, { files, total, isIncomplete, isTimedOut, marksOf }: Answer): FindResponse {
  return create(FindResponseSchema, {
    files: files.slice(0, limit).map((file) => presentFile(file, marksOf)),
    total,
    incomplete: isIncomplete,
    timedOut: isTimedOut,
  });
}

function presentFile(
  { root, names, directory, mtime, size, isExact, lines }: Found,
  marksOf: Answer['marksOf'],
): FoundFile {
  return create(FoundFileSchema, {
    path: create(PathSchema, { root, segments: names }),
    directory,
    mtimeMs: mtime,
    size: BigInt(size),
    exact: isExact,
    nameMarks: toRanges(marksOf(names.at(-1) ?? '')),
    lines: lines.map(({ line, text, marks }) => create(FoundLineSchema, { line, text, marks: toRanges(marks) })),
  });
}
