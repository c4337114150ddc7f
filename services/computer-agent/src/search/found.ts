import type { Path, Root } from '@zo/proto/agent/v1';
import type { AgentConfig } from '../config.js';
import type { Home } from '../home/home.js';
import type { History } from '../history/history.js';
import type { Branch, Known } from '../watch/tree.js';
import type { Watcher } from '../watch/watcher.js';
import { indexPath } from './index/feed.js';
import type { FoundLine, Mark } from './index/marks.js';
import type { IndexSearch } from './index/messages.js';
import type { Query } from './index/query.js';
import type { SearchIndex } from './index/search-index.js';
import type { Pattern } from './ripgrep.js';

export interface FindTools {
  home: Home;
  watcher: Watcher;
  index: SearchIndex;
  history: Pick<History, 'call'>;
  config: Pick<AgentConfig, 'ripgrep' | 'searchMs' | 'shellEnv'>;
}

/** A request with its limits, and what its query means. */
export interface Wanted {
  path: Path | undefined;
  query: Query;
  /** With one of its switches the query is one text instead of words. */
  pattern: Pattern;
  order: IndexSearch['order'];
  limit: number;
  lines: number;
  extensions: Set<string>;
  since: number;
  /** Index paths of the files that one author has changed last; null: all files, and folders. */
  changedBy: ReadonlySet<string> | null;
}

/** Whether a file is one that the wanted author has changed last. */
export const isByAuthor = ({ changedBy }: Wanted, root: Root, names: readonly string[]): boolean =>
  changedBy === null || changedBy.has(indexPath(root, names));

/** One file or folder that was found. */
export interface Found {
  root: Root;
  names: string[];
  directory: boolean;
  mtime: number;
  size: number;
  lines: FoundLine[];
  isExact: boolean;
}

/** What was found, before it is cut to the wanted number. */
export interface Answer {
  files: Found[];
  /** Files that match, also those over the limit. */
  total: number;
  /** The index is still made. */
  isIncomplete: boolean;
  /** The time was over before all files were read. */
  isTimedOut: boolean;
  /** Ranges of a name that match. */
  marksOf: (name: string) => Mark[];
}

/** An entry that was found by its name. */
export const foundOf = (parent: Branch, name: string, { branch, mtime, size }: Known): Found => ({
  root: parent.root,
  names: [...parent.path(), name],
  directory: branch !== null,
  mtime,
  size: branch ? 0 : size,
  lines: [],
  isExact: false,
});

const compareNames = new Intl.Collator('en', { numeric: true }).compare;
const nameOf = ({ names }: Found) => names.at(-1) ?? '';

/** The wanted order; what comes best first is left as it is. */
export function inOrder(files: Found[], order: Wanted['order']): Found[] {
  if (order === 'newest') return files.toSorted((a, b) => b.mtime - a.mtime);
  return order === 'name' ? files.toSorted((a, b) => compareNames(nameOf(a), nameOf(b))) : files;
}
