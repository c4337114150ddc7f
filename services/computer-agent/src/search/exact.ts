/** Searches with a switch: match case, whole word, or a pattern. ripgrep reads the files. */
import { agentError } from '../errors.js';
import { create } from '@bufbuild/protobuf';
import { ErrorReason, PathSchema, Root, type Path } from '@zo/proto/agent/v1';
import type { Known } from '../watch/tree.js';
import { tookTooLong } from './content.js';
import { type Answer, type FindTools, type Found, foundOf, inOrder, isByAuthor, type Wanted } from './found.js';
import { Feed } from './index/feed.js';
import type { Mark } from './index/marks.js';
import { isSkipped } from './index/skipped.js';
import { extensionOf } from './index/store.js';
import { lineOf, MAX_MARKS } from './line-ranges.js';
import { bestNames, branchAt, fold } from './names.js';
import {
  checkPattern,
  COMMON,
  extensionArguments,
  killOn,
  matchesOf,
  type Pattern,
  patternArguments,
  startRipgrep,
  WITHOUT_PROGRAMS,
} from './ripgrep.js';

const MAX_FILES = 1_000;
const WORD = /[\p{L}\p{N}_]/u;

/** The folders of a search: one, or both roots. */
export const foldersOf = (path: Path | undefined): Path[] =>
  path ? [path] : [Root.WORKSPACE, Root.SITES].map((root) => create(PathSchema, { root }));

/** Leaves out what was deleted. */
export const trashArguments = ({ root, segments }: Path): string[] =>
  root === Root.WORKSPACE && segments.length === 0 ? ['--glob', '!/Trash'] : [];

/**
 * Files that contain the text, and files and folders that have it in their names, which a pattern is not looked for in.
 */
export async function findExact(tools: FindTools, wanted: Wanted, signal: AbortSignal): Promise<Answer> {
  checkPattern(wanted.pattern);
  const tooLong = AbortSignal.timeout(tools.config.searchMs);
  const found = new Map<string, Found>();
  const byName = await findNames(tools, wanted);
  for (const item of byName.named) found.set(keyOf(item), item);
  let isWhole = true;
  for (const path of foldersOf(wanted.path))
    isWhole &&= await search(tools, { wanted, path, until: AbortSignal.any([signal, tooLong]), found });
  if (!isWhole && found.size === 0 && tooLong.aborted) throw tookTooLong();
  const files = [...found.values()].toSorted((a, b) => b.mtime - a.mtime);
  return {
    files: inOrder(files, wanted.order),
    total: Math.min(found.size + byName.others, MAX_FILES),
    isIncomplete: false,
    isTimedOut: !isWhole && tooLong.aborted,
    marksOf: (name) => marksInName(name, wanted.pattern),
  };
}

const keyOf = ({ root, names }: Found) => `${root}/${names.join('/')}`;

async function findNames({ watcher }: FindTools, wanted: Wanted): Promise<{ named: Found[]; others: number }> {
  if (wanted.pattern.regex) return { named: [], others: 0 };
  const top = wanted.path && branchAt(watcher, wanted.path);
  const { best, count } = await bestNames({
    tops: wanted.path ? (top ? [top] : []) : watcher.roots,
    words: [fold(wanted.pattern.query)],
    limit: wanted.limit,
    skips: isSkipped,
    accepts: (known, name, parent) =>
      fits(wanted, known, name) &&
      marksInName(name, wanted.pattern).length > 0 &&
      isByAuthor(wanted, parent.root, [...parent.path(), name]),
  });
  const named = best.map(({ branch, name, known }) => foundOf(branch, name, known));
  return { named, others: count - best.length };
}

const fits = ({ since, extensions }: Wanted, { branch, mtime }: Known, name: string) =>
  mtime >= since && (extensions.size === 0 || (!branch && extensions.has(extensionOf(name))));

/** Ranges of a name that contain the text, as the switches want it. */
function marksInName(name: string, { query, regex, caseSensitive, wholeWord }: Pattern): Mark[] {
  const marks: Mark[] = [];
  if (regex || query === '') return marks;
  const text = caseSensitive ? name : name.toLowerCase();
  const wanted = caseSensitive ? query : query.toLowerCase();
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
    const to = from + wanted.length;
    const isPart = WORD.test(text.slice(Math.max(0, from - 1), from)) || WORD.test(text.slice(to, to + 1));
    if (!wholeWord || !isPart) marks.push({ from, to });
  }
  return marks.slice(0, MAX_MARKS);
}

interface Search {
  wanted: Wanted;
  path: Path;
  until: AbortSignal;
  found: Map<string, Found>;
}

/** Adds the files of one folder. False when the time was over before all of them were read. */
async function search(tools: FindTools, { wanted, path, until, found }: Search): Promise<boolean> {
  const args = [
    '--json',
    ...extensionArguments([...wanted.extensions]),
    ...COMMON,
    ...WITHOUT_PROGRAMS,
    ...trashArguments(path),
    '--max-count',
    String(wanted.lines),
    ...patternArguments(wanted.pattern),
  ];
  const child = await tools.home.inside(path, (folder) => startRipgrep(tools.config, args, folder.self));
  if (!child)
    throw agentError(ErrorReason.PROGRAM_MISSING, 'Searching for patterns or words needs ripgrep on the computer.');
  const end = killOn(until, child);
  const feed = new Feed(tools.watcher);
  try {
    // The lines of a file are few, and so are the files: what is left out must not end the search.
    const matches = matchesOf(child);
    for (;;) {
      const next = await matches.next();
      if (next.done) return next.value;
      const names = [...path.segments, ...next.value.names];
      const seen = feed.find({ root: path.root, names });
      if (!seen || !fits(wanted, seen.known, seen.name) || !isByAuthor(wanted, path.root, names)) continue;
      const file = foundOf(seen.parent, seen.name, seen.known);
      const known = found.get(keyOf(file)) ?? file;
      found.set(keyOf(known), known);
      if (!next.value.isCut) known.lines.push(lineOf(next.value));
      if (found.size > MAX_FILES) return true;
    }
  } finally {
    end();
  }
}
