/** What the agent and its indexer say to each other over the channel between them. */
import type { FoundLine } from './marks.js';

/** Names from the home downwards, joined by slashes: `workspace/Notes/a.md`. */
export type IndexPath = string;

/** A file that is there: its path, modification time in Unix milliseconds and size in bytes. */
export type IndexEntry = readonly [path: IndexPath, mtime: number, size: number];

export interface IndexSearch {
  query: string;
  /** Only files below this folder; empty: everywhere. */
  folder: IndexPath;
  /** Extensions in lower case, without a dot; empty: all files. */
  extensions: string[];
  /** Only files modified at this moment or later, Unix milliseconds. */
  since: number;
  /** Only these files; null: all. */
  paths: string[] | null;
  order: 'best' | 'newest' | 'name';
  /** Files at most. */
  limit: number;
  /** Lines for each file at most. */
  lines: number;
}

export interface IndexedFile {
  path: IndexPath;
  mtime: number;
  size: number;
  isExact: boolean;
  lines: FoundLine[];
}

export interface IndexAnswer {
  files: IndexedFile[];
  /** Files that match, also those over the limit. */
  total: number;
}

export type Request =
  /**
   * These files are there now, in this state. `haveChanged`: they are read even if the index has that state, because
   * files that are written within a few milliseconds may have the same time and size.
   */
  | { kind: 'entries'; entries: IndexEntry[]; haveChanged: boolean }
  /** These files or folders are not there any more. */
  | { kind: 'removed'; paths: IndexPath[] }
  /** The entries until `swept` are everything that is there. */
  | { kind: 'sweep' }
  | { kind: 'swept' }
  | { kind: 'search'; search: IndexSearch }
  /** Documents that have the text of the query anywhere, also inside of words. */
  | { kind: 'inside'; search: IndexSearch };

export type Response = { ok: true; answer?: IndexAnswer } | { ok: false; error: string };

/** Whether documents wait for their text, told whenever it changes: the indexer must not end meanwhile. */
export interface Notice {
  hasWaiting: boolean;
}

export type Sent = Request & { id: number };
export type Received = Response & { id: number };

/** Exit code of an indexer that has deleted a damaged index: the next one begins with an empty one. */
export const DAMAGED = 3;
