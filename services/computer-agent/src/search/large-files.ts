/** Files that have the text, but are too large to be changed. */
import { create } from '@bufbuild/protobuf';
import { PathSchema, type Path } from '@zo/proto/agent/v1';
import { yieldToEventLoop } from '../files/calls.js';
import { branchAt } from './names.js';
import type { FindTools } from './found.js';
import type { HitSearch } from './hit-search.js';
import { isSkipped } from './index/skipped.js';
import { extensionOf } from './index/store.js';
import { COMMON, killOn, namesOf, patternArguments, startRipgrep } from './ripgrep.js';

/** The largest file that is changed. */
export const MAX_FILE = 8 * 1024 * 1024;
/** Files that are named, and the length of their paths together. */
const MAX_NAMED = 100;
const MAX_PATHS = 128 * 1024;
const PER_TURN = 5_000;
/** The part of the time of a search that is spent on them. */
const SHARE = 3;

/** Below the folder of the search, as names below it; where the time is over, also those that were not read. */
export async function largeFilesWith(tools: FindTools, search: HitSearch): Promise<Path[]> {
  const { path, request, until } = search;
  const known = await largeFiles(tools, search);
  if (known.length === 0) return [];
  const args = ['--files-with-matches', '--null', ...COMMON, ...known.flatMap(globOf), ...patternArguments(request)];
  const child = await tools.home.inside(path, (folder) => startRipgrep(tools.config, args, folder.self));
  const end = child && killOn(AbortSignal.any([until, AbortSignal.timeout(tools.config.searchMs / SHARE)]), child);
  const closed = child && new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  child?.stdout?.setEncoding('utf8');
  for await (const part of (child?.stdout ?? []) as AsyncIterable<string>) output += part;
  const isWhole = (await closed) !== null;
  end?.();
  const found = isWhole ? output.split('\0').map(namesOf) : known;
  return found
    .filter((names) => names.length > 0)
    .map((names) => create(PathSchema, { root: path.root, segments: [...path.segments, ...names] }));
}

/** What the watcher knows of them: nothing is read from the disk where there is none. */
async function largeFiles({ watcher }: FindTools, { path, request }: HitSearch): Promise<string[][]> {
  const found: string[][] = [];
  const extensions = new Set(request.extensions);
  let [seen, length] = [0, 0];
  const top = branchAt(watcher, path);
  const stack = top ? [{ branch: top, names: [] as string[] }] : [];
  for (let next = stack.pop(); next; next = stack.pop()) {
    for (const [name, { branch, size, mtime }] of next.branch.entries) {
      if (++seen % PER_TURN === 0) await yieldToEventLoop();
      if (isSkipped(next.branch, name)) continue;
      const names = [...next.names, name];
      if (branch) stack.push({ branch, names });
      else if (
        size > MAX_FILE &&
        mtime >= request.sinceMs &&
        (extensions.size === 0 || extensions.has(extensionOf(name)))
      ) {
        length += names.join('/').length;
        if (length > MAX_PATHS || found.push(names) === MAX_NAMED) return found;
      }
    }
  }
  return found;
}

const globOf = (names: readonly string[]) => ['--glob', `/${names.join('/').replaceAll(/[\\*?[\]{}!]/g, '\\$&')}`];
