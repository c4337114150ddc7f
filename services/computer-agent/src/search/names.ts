import { create } from '@bufbuild/protobuf';
import {
  NameMatchSchema,
  PathSchema,
  SearchNamesResponseSchema,
  type NameMatch,
  type Path,
  type SearchNamesRequest,
  type SearchNamesResponse,
} from '@zo/proto/agent/v1';
import { yieldToEventLoop } from '../files/calls.js';
import { resolveLink } from '../files/entries.js';
import type { Home } from '../home/home.js';
import { namesBelowHome } from '../home/names.js';
import type { Branch, Known } from '../watch/tree.js';
import type { Watcher } from '../watch/watcher.js';

const MAX = 500;
const DEFAULT = 10;
const PER_TURN = 5_000;
const SKIPPED = new Set(['node_modules', '.git']);

export interface Candidate {
  branch: Branch;
  name: string;
  known: Known;
  score: number;
}

export const fold = (text: string) => text.normalize('NFC').toLowerCase();

/**
 * How well a name matches: every word must occur in the path; better positions and shorter names score higher. Null: no
 * match.
 */
export function score(words: readonly string[], name: string, path: string): number | null {
  let total = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === 0) total += 40;
    else if (at > 0) total += /[^\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? 30 : 20;
    else if (path.includes(word)) total += 5;
    else return null;
    if (name === word || name.startsWith(`${word}.`)) total += 40;
  }
  return total - Math.min(name.length, 60) / 10 - path.split('/').length;
}

function insert(best: Candidate[], candidate: Candidate, limit: number): void {
  if (best.length === limit && candidate.score <= (best.at(-1) as Candidate).score) return;
  const at = best.findIndex((other) => other.score < candidate.score);
  best.splice(at < 0 ? best.length : at, 0, candidate);
  if (best.length > limit) best.pop();
}

/** The folder at a path in the watcher's tree. */
export function branchAt(watcher: Watcher, path: Path | undefined): Branch | undefined {
  let branch = watcher.roots.find((root) => root.root === path?.root);
  for (const name of path?.segments ?? []) branch = branch?.entries.get(name)?.branch ?? undefined;
  return branch;
}

/** Where names are searched for, and which of them count. */
export interface NameSearch {
  tops: readonly Branch[];
  words: readonly string[];
  limit: number;
  /** Leaves out an entry, with everything in it. */
  skips: (parent: Branch, name: string) => boolean;
  accepts: (known: Known, name: string, parent: Branch) => boolean;
}

/** Words of a query as names are compared with them. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** The best matching names below some folders, best first, and how many match. */
export async function bestNames(search: NameSearch): Promise<{ best: Candidate[]; count: number }> {
  const { tops, words, limit, skips, accepts } = search;
  const best: Candidate[] = [];
  let count = 0;
  if (words.length === 0) return { best, count };
  const stack = tops.map((branch) => ({ branch, path: '' }));
  let seen = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    for (const [name, known] of item.branch.entries) {
      if (++seen % PER_TURN === 0) await yieldToEventLoop();
      if (skips(item.branch, name)) continue;
      const path = `${item.path}/${fold(name)}`;
      if (known.branch && !SKIPPED.has(name)) stack.push({ branch: known.branch, path });
      if (!accepts(known, name, item.branch)) continue;
      const value = score(words, fold(name), path);
      if (value === null) continue;
      count++;
      insert(best, { branch: item.branch, name, known, score: value }, limit);
    }
  }
  return { best, count };
}

/** The best matching names below a folder, from the watcher's index: only the results are read from the disk. */
export async function searchNames(
  home: Home,
  watcher: Watcher,
  request: SearchNamesRequest,
): Promise<SearchNamesResponse> {
  namesBelowHome(request.path);
  await watcher.whole();
  if (request.settled) await watcher.settle();
  const top = branchAt(watcher, request.path);
  const { best } = await bestNames({
    tops: top ? [top] : [],
    words: wordsOf(request.query),
    limit: Math.min(request.limit || DEFAULT, MAX),
    skips: (_parent, name) => !request.hidden && name.startsWith('.'),
    accepts: (known) => request.directories || known.branch === null,
  });
  return create(SearchNamesResponseSchema, { matches: best.flatMap((candidate) => describe(home, candidate)) });
}

function describe(home: Home, { branch, name }: Candidate): NameMatch[] {
  const path = create(PathSchema, { root: branch.root, segments: [...branch.path(), name] });
  const folder = branch.open(home.folder);
  if (!folder) return [];
  try {
    const entry = resolveLink(home, namesBelowHome(path).slice(0, -1), { folder, name });
    return entry ? [create(NameMatchSchema, { path, entry })] : [];
  } finally {
    folder.close();
  }
}
