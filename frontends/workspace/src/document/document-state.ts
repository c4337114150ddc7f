import type { Location } from '@zo/web/paths';
import type { Merge, MergeInput } from './merge';

/** Last known state of the file on disk. `hash: null`: deleted. `content: null`: too large for the editor. */
export interface DiskState {
  content: string | null;
  hash: string | null;
  mtimeMs: number;
}

/** State of a file whose content is text. */
export interface TextState extends DiskState {
  content: string;
}

/** `waiting`: the server is unreachable. `refused`: the server rejected the save, `problem` says why. */
export type SaveStatus = 'saved' | 'dirty' | 'saving' | 'waiting' | 'conflict' | 'deleted' | 'refused';

/** The state that views of a document render. */
export interface DocumentState {
  text: string;
  status: SaveStatus;
  /** The version on disk during a conflict: both sides changed the same lines. */
  theirs: TextState | null;
  /** Why the last save was refused. */
  problem: string | null;
  /** Whether the browser's storage holds the unsaved text. `refused`: the text is lost with the tab. */
  draft: 'stored' | 'storing' | 'refused';
}

/** Reads and writes documents. Both methods reject with a Problem. */
export interface DocumentDisk {
  read(location: Location): Promise<DiskState>;
  /** `hash` null means the file must not exist. `base`: what the text replaces. */
  write(location: Location, content: string, base: TextState): Promise<{ hash: string; mtimeMs: number }>;
  merge(input: MergeInput, location: Location): Promise<Merge>;
}

export const isText = (disk: DiskState): disk is TextState => disk.content !== null;
