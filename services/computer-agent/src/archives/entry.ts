import type { Readable } from 'node:stream';

/** One entry of an archive, as its format describes it. Nothing of it is trusted. */
export interface ArchiveEntry {
  /** As the archive says. */
  path: string;
  /** `other`: a device, a pipe, or a kind that is not known. */
  kind: 'file' | 'folder' | 'link' | 'same-file' | 'other';
  size: number;
  /** Unix milliseconds; may be no time at all. */
  mtime: number;
  /** Unix permissions. */
  mode: number;
  isEncrypted: boolean;
  /** Of `same-file`: the path of the other name in the archive. */
  target?: string;
  /** The content, or the target of a link; read at most once, before the next entry. */
  open: () => Promise<Readable> | Readable;
}

/** An open archive; its entries can be read once. */
export interface Archive {
  entries: AsyncIterable<ArchiveEntry>;
  /** Number of entries, where the archive says it. */
  count?: number;
  close: () => void;
}
