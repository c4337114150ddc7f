/** What the agent and the thread of its history say to each other. Plain data: it is copied between threads. */
import type { Actor, NotKept, SinceThen, VersionKind } from '@zo/proto/agent/v1';

/** Largest file whose bytes are kept. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Stands for the conversation of what a user brought from elsewhere. */
export const IMPORTED = 'imported';

export interface Author {
  readonly actor: Actor;
  readonly conversationId: string;
}

/** One line of the history of a path. */
export interface VersionRow {
  readonly seq: number;
  readonly kind: VersionKind;
  readonly notKept: NotKept;
  readonly size: number;
  readonly at: number;
  readonly mtimeMs: number;
  readonly author: Author;
  readonly key: string;
  /** The other path of a move. */
  readonly other: string | null;
}

/** Somebody who has written what a file holds, and the last version with bytes of theirs. */
export interface OriginRow {
  readonly author: Author;
  readonly seq: number;
}

export interface DeletedRow {
  readonly key: string;
  readonly deletedSeq: number;
  readonly seq: number;
  readonly size: number;
  readonly at: number;
  readonly author: Author;
}

/** The state of one path at two moments; seq 0 means that it did not exist. Modes are those of `entry.ts`. */
export interface DifferenceRow {
  readonly key: string;
  readonly beforeSeq: number;
  readonly beforeMode: number;
  readonly afterSeq: number;
  readonly afterMode: number;
  /** SHA-256 of what it was afterwards, in hex; null when that was not kept, or has no content. */
  readonly afterHash: string | null;
  readonly notKept: NotKept;
  /** Where the file was before, if it came by a move. */
  readonly movedFrom: string | null;
  /** Whether somebody else than the asked conversation changed it last. */
  readonly isOthers: boolean;
}

export interface ChangesRequest {
  readonly since: number;
  readonly until: number;
  readonly after: string;
  readonly limit: number;
  /** Only files below this folder. */
  readonly below?: string;
  /** Only what this conversation changed, or nobody knows who. */
  readonly conversation?: string;
}

/** Changes below a folder that one author made close together. Times are unix milliseconds. */
export interface MomentRow {
  readonly seq: number;
  readonly first: number;
  readonly last: number;
  readonly author: Author;
  readonly files: number;
  readonly examples: readonly string[];
}

/** A file below a folder at a moment, or one that came since: its `seq` is 0. */
export interface FolderFileRow {
  readonly key: string;
  readonly seq: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly sinceThen: SinceThen;
  readonly notKept: NotKept;
}

/** Sequence numbers before a run and after it; `until` is null while only its beginning is known. */
export interface RunMarks {
  readonly since: number;
  readonly until: number | null;
}

export interface RunRequest {
  readonly runId: string;
  /** Empty: none, so that nothing else ends with its beginning. */
  readonly conversation: string;
  /** It goes on from here, whatever was taken for its end. */
  readonly begins: boolean;
}

/** Two versions of one file; `before` 0: it did not exist. */
export interface VersionPair {
  readonly before: number;
  readonly after: number;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

export interface Usage {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

export interface VersionBytes {
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly mtimeMs: number;
}

/** A file that the agent has just written, with its bytes if they are at hand. */
export interface WrittenFile {
  readonly key: string;
  readonly author: Author;
  readonly stamp: string;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly content: Uint8Array | null;
}

export interface FolderFilesRequest {
  readonly key: string;
  readonly seq: number;
  readonly after: string;
  readonly limit: number;
  readonly differing: boolean;
}

/** Requests by name, with their answers. All are answered after what they recorded is durable. */
export interface HistoryCalls {
  /** Keeps the file or everything below the folder as it is now, unless that is known already. It is made of `of`. */
  keep(request: { key: string; author: Author; of?: string }): void;
  wrote(request: WrittenFile): void;
  moved(request: { from: string; to: string; author: Author }): void;
  removed(request: { key: string; author: Author }): void;
  /** The file, or everything below the folder, is gone for good. */
  forgotten(request: { key: string }): void;
  /** Looks at paths that changed. Torn ones were written to while they were read. */
  changed(request: { keys: readonly (readonly [string, Author])[] }): { torn: string[] };
  /** Looks at everything, in the time that other requests leave. Answered at its end. */
  scan(request: { author: Author }): void;
  versions(request: { key: string; before: number; limit: number }): { rows: VersionRow[]; more: boolean };
  /** Who has written what the file holds, also where no such version is kept any more. */
  origins(request: { key: string }): { rows: OriginRow[]; more: boolean };
  /** Keys of files whose last change is this author's, the last changed first. */
  changedBy(request: { actor: Actor }): string[];
  /** Keys of files that hold bytes brought from elsewhere or written by other conversations; the newest first. */
  broughtIn(request: { conversation: string }): { keys: string[]; more: boolean };
  /** The lines that versions of a path differ in, in the time that other requests leave; null where there are none. */
  lines(request: { key: string; pairs: readonly VersionPair[] }): (LineCounts | null)[];
  deleted(request: { key: string; before: number; limit: number }): { rows: DeletedRow[]; more: boolean };
  changes(request: ChangesRequest): { rows: DifferenceRow[]; next: string };
  moments(request: { key: string; before: number; limit: number }): { rows: MomentRow[]; next: number };
  folderFiles(request: FolderFilesRequest): { rows: FolderFileRow[]; next: string };
  /** Null when the path has no such version, or its bytes were not kept. */
  read(request: { key: string; seq: number }): VersionBytes | null;
  /** The last sequence number; what the paths are then is kept for a month. */
  mark(request: Record<string, never>): number;
  /** Like `mark`, for the beginning of a run, or its end until now. */
  markRun(request: RunRequest): RunMarks;
  /** Null when the run has no mark, or it was made more than a month ago. */
  run(request: { runId: string }): RunMarks | null;
  usage(request: Record<string, never>): Usage;
  /** Settings that the user has changed. */
  configure(request: HistoryChoices): void;
  /** Writes a copy of the index for a backup, and leaves packs alone until `resume`. */
  snapshot(request: Record<string, never>): void;
  resume(request: Record<string, never>): void;
  tidy(request: Record<string, never>): void;
}

export type CallName = keyof HistoryCalls;

export interface HistoryRequest<Name extends CallName = CallName> {
  readonly id: number;
  readonly name: Name;
  readonly body: Parameters<HistoryCalls[Name]>[0];
}

export interface HistoryResponse {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly code?: string | undefined };
}

/** What the thread keeps, for how long, and what it leaves out. */
export interface HistoryChoices {
  /** Upper bound of the packs in bytes. */
  readonly limitBytes: number;
  readonly keepDays: number;
  readonly ignored: readonly string[];
}

export interface HistoryOptions extends HistoryChoices {
  readonly home: string;
}
