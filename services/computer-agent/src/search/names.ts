import { create } from '@bufbuild/protobuf';
import {
  NameMatchSchema,
  PathSchema,
  SearchNamesResponseSchema,
  type NameMatch,
  type SearchNamesRequest,
  type SearchNamesResponse,
} from '@zo/proto/agent/v1';
import { yieldToEventLoop } from '../files/calls.js';
import { resolveLink } from '../files/entries.js';
import type { Home } from '../home/home.js';
import { namesBelowHome } from '../home/names.js';
import type { Branch } from '../watch/tree.js';
import type { Watcher } from '../watch/watcher.js';

const MAX = 100;
const DEFAULT = 10;
const PER_TURN = 5_000;
const SKIPPED = new Set(['node_modules', '.git']);

interface Candidate {
  branch: Branch;
  name: string;
  score: number;
}

const fold = (text: string) => text.normalize('NFC').toLowerCase();

/**
 * How well a name matches: every word must occur in the path; better positions and shorter names score higher. Null: no
 * match.
 */
export function score(words: string[], name: string, path: string): number | null {
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

/** Finds the branch of the index at a path. */
function branchAt(watcher: Watcher, request: SearchNamesRequest): Branch | undefined {
  let branch = watcher.roots.find((root) => root.root === request.path?.root);
  for (const name of request.path?.segments ?? []) branch = branch?.entries.get(name)?.branch ?? undefined;
  return branch;
}

/** The best matching names below a folder, from the watcher's index: only the results are read from the disk. */
export async function searchNames(
  home: Home,
  watcher: Watcher,
  request: SearchNamesRequest,
): Promise<SearchNamesResponse> {
  namesBelowHome(request.path);
  const words = fold(request.query).split(/\s+/).filter(Boolean);
  const limit = Math.min(request.limit || DEFAULT, MAX);
  await watcher.ready;
  const top = branchAt(watcher, request);
  if (!top || words.length === 0) return create(SearchNamesResponseSchema);
  const best: Candidate[] = [];
  const stack: { branch: Branch; path: string }[] = [{ branch: top, path: '' }];
  let seen = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    for (const [name, known] of item.branch.entries) {
      if (++seen % PER_TURN === 0) await yieldToEventLoop();
      if (!request.hidden && name.startsWith('.')) continue;
      const path = `${item.path}/${fold(name)}`;
      if (known.branch && !SKIPPED.has(name)) stack.push({ branch: known.branch, path });
      if (known.branch && !request.directories) continue;
      const value = score(words, fold(name), path);
      if (value !== null) insert(best, { branch: item.branch, name, score: value }, limit);
    }
  }
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
