import type { Path, Root } from '@zo/proto/agent/v1';
import type { AgentConfig } from '../config.js';
import type { Home } from '../home/home.js';
import type { Watcher } from '../watch/watcher.js';
import type { FoundLine } from './index/marks.js';
import type { Query } from './index/query.js';
import type { SearchIndex } from './index/search-index.js';

export interface FindTools {
  home: Home;
  watcher: Watcher;
  index: SearchIndex;
  config: Pick<AgentConfig, 'ripgrep' | 'searchMs' | 'shellEnv'>;
}

/** A request with its limits, and what its query means. */
export interface Wanted {
  path: Path | undefined;
  query: Query;
  limit: number;
  lines: number;
  extensions: Set<string>;
  since: number;
}

/** One file or folder that was found. */
export interface Found {
  root: Root;
  names: string[];
  directory: boolean;
  mtime: number;
  size: number;
  lines: FoundLine[];
  isExact: boolean;
  /** The index has counted it. */
  isCounted?: boolean;
}
