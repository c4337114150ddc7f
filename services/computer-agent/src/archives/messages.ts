/** What the agent and the program that reads archives say to each other. */

/** Descriptors that the program inherits, beside the channel at 3. */
export const ARCHIVE_FD = 4;
export const TARGET_FD = 5;

/** Entries that are listed, and bytes of their paths. */
export const MAX_LISTED = 5_000;
const KB = 1024;
export const MAX_LISTED_TEXT = 512 * KB;

export type EntryKind = 'file' | 'folder' | 'link';

export interface ListedEntry {
  /** Names joined by slashes, relative to the archive; unique entries are not guaranteed. */
  path: string;
  kind: EntryKind;
  /** Bytes; 0 when the archive does not say. */
  size: number;
  /** Unix milliseconds; 0 when the archive does not say. */
  mtime: number;
  isEncrypted: boolean;
}

export interface Listing {
  entries: ListedEntry[];
  /** There are more entries than these. */
  hasMore: boolean;
  /** All entries, where the archive says how many; otherwise those that were read. */
  total: number;
  /** Entries that cannot be extracted: devices, links that lead out, and names that no file can have. */
  leftOut: number;
}

export interface Extraction {
  files: number;
  folders: number;
  bytes: number;
  leftOut: number;
}

export type Job =
  | { kind: 'list'; name: string }
  /** `chosen`: paths as listed, each with everything below it; empty: the whole archive. */
  | { kind: 'extract'; name: string; chosen: string[] };

export type FromProgram =
  /** Asks for room on the disk; the agent answers with a message, or ends the program. */
  | { kind: 'room'; bytes: number }
  | { kind: 'listed'; listing: Listing }
  | { kind: 'extracted'; extraction: Extraction }
  /** A sentence for the user: the archive is damaged, protected or too large. */
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; code: string };

/** Why an archive is refused, as a sentence for the user. */
export class ArchiveProblem extends Error {}

/** Characters of a name in a sentence. */
const MAX_SHOWN_NAME = 100;

export const PROBLEMS = {
  damaged: 'The archive is damaged or incomplete.',
  damagedFile: (name: string) =>
    `“${name.slice(0, MAX_SHOWN_NAME)}” is damaged in this archive, so nothing was extracted. Choose other files of ` +
    'it.',
  unknown: 'This is not an archive that can be opened here.',
  encrypted: 'The archive is protected by a password. Unpack it in the terminal, for example with unzip.',
  compression: 'The archive uses a compression that cannot be read here.',
  missing: (program: string) => `Your computer has no program “${program}”, which this archive needs.`,
  tooMany: (limit: number) => `The archive has more than ${limit.toLocaleString('en')} entries.`,
  bomb: (ratio: number) => `The archive unpacks to more than ${ratio} times its size, so it was stopped.`,
  nothing: 'There is nothing to extract.',
} as const;
