/** What is looked for in one folder, and how ripgrep is asked. */
import type { FindHitsRequest, Path } from '@zo/proto/agent/v1';
import { trashArguments } from './exact.js';
import type { Watcher } from '../watch/watcher.js';
import { Feed } from './index/feed.js';
import { COMMON, extensionArguments, patternArguments, WITHOUT_PROGRAMS } from './ripgrep.js';

export interface HitSearch {
  request: FindHitsRequest;
  path: Path;
  until: AbortSignal;
  /** Hits at most. */
  left: number;
}

/** The arguments of a search in the order of paths. */
export const hitArguments = ({ request, path }: HitSearch): string[] => [
  '--sort',
  'path',
  ...extensionArguments(request.extensions),
  ...COMMON,
  ...WITHOUT_PROGRAMS,
  '--max-filesize',
  '8M',
  ...trashArguments(path),
  ...patternArguments(request),
];

/** Tells which files are searched, by their names below the folder: known ones whose time fits. */
export function wantedFiles(watcher: Watcher, { request, path }: HitSearch): (names: readonly string[]) => boolean {
  const feed = new Feed(watcher);
  return (names) => {
    const known = feed.find({ root: path.root, names: [...path.segments, ...names] })?.known;
    return known !== undefined && !known.branch && known.mtime >= request.sinceMs;
  };
}
