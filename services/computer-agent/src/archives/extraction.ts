import { Folder } from '../home/folder.js';
import { errnoOf } from '../errors.js';
import { namesOf, staysInside } from './entry-path.js';
import type { Archive, ArchiveEntry } from './entry.js';
import { ArchiveProblem, type Extraction, PROBLEMS } from './messages.js';
import { Tree } from './tree.js';

/** Files and folders of one extraction. */
const MAX_ENTRIES = 100_000;
/** A small archive may unpack to this much; a larger result must be plausible for its size. */
const MIN_SUSPICIOUS = 256 * 1024 * 1024;
const MAX_RATIO = 250;
/** Bytes that are asked for at once: few at first, so that a small archive fits on a nearly full disk. */
const FIRST_STEP = 256 * 1024;
const MAX_STEP = 32 * 1024 * 1024;
/** What a file or folder takes beside its bytes. */
const OVERHEAD = 4_096;
const MAX_LINK_BYTES = 4_096;
/**
 * Errors of one entry, which leave the others unharmed: a file where a folder should be, or a name the disk refuses.
 */
const UNPLACEABLE = new Set(['ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EILSEQ', 'ELOOP', 'EMLINK']);

export interface ExtractionOptions {
  target: Folder;
  /** Bytes of the archive. */
  archiveBytes: number;
  /** Paths, each with everything below it; empty: everything. */
  chosen: readonly string[];
  /** Resolves when there is room for so many bytes more. */
  room: (bytes: number) => Promise<void>;
}

/** Unpacks an archive into an empty folder that nothing else writes to. */
export class Extractor {
  private readonly result: Extraction = { files: 0, folders: 0, bytes: 0, leftOut: 0 };
  /** Made last, so that nothing is ever written through them. */
  private readonly links: { names: string[]; target: string }[] = [];
  private readonly tree: Tree;
  private readonly chosen: Set<string>;
  private credit = 0;
  private step = FIRST_STEP;

  constructor(private readonly options: ExtractionOptions) {
    this.tree = new Tree(options.target, () => {
      this.result.folders++;
      this.assertCount();
    });
    this.chosen = new Set(options.chosen);
  }

  /** @throws ArchiveProblem, and whatever the disk answers */
  async run({ entries, count = 0 }: Archive): Promise<Extraction> {
    // What is chosen may be little of it, and is counted as it comes.
    if (count > MAX_ENTRIES && this.chosen.size === 0) throw new ArchiveProblem(PROBLEMS.tooMany(MAX_ENTRIES));
    try {
      for await (const entry of entries) await this.add(entry);
      for (const { names, target } of this.links)
        this.attempt(() => {
          this.tree.link(names, target);
          this.result.files++;
        });
    } finally {
      this.tree.close();
    }
    if (this.result.files + this.result.folders === 0) throw new ArchiveProblem(PROBLEMS.nothing);
    return this.result;
  }

  private isChosen(names: readonly string[]): boolean {
    if (this.chosen.size === 0) return true;
    let path = '';
    return names.some((name) => this.chosen.has((path = path === '' ? name : `${path}/${name}`)));
  }

  private async add(entry: ArchiveEntry): Promise<void> {
    const names = namesOf(entry.path);
    if (names && !this.isChosen(names)) return;
    this.assertCount();
    // The root folder itself is there already.
    if (names?.length === 0 && entry.kind === 'folder') return;
    if (!names || names.length === 0 || entry.kind === 'other') {
      this.result.leftOut++;
      return;
    }
    try {
      await this.write(entry, names);
    } catch (error) {
      if (!UNPLACEABLE.has(errnoOf(error) ?? '')) throw error;
      this.result.leftOut++;
    }
  }

  private async write(entry: ArchiveEntry, names: string[]): Promise<void> {
    if (entry.kind === 'folder') return void this.tree.folder(names);
    if (entry.kind === 'link') return this.collectLink(entry, names);
    if (entry.kind === 'same-file') {
      const target = namesOf(entry.target ?? '');
      if (target && target.length > 0 && this.tree.sameFile(names, target)) this.result.files++;
      else this.result.leftOut++;
      return;
    }
    await this.take(OVERHEAD);
    const { mode, mtime } = entry;
    const onBytes = (bytes: number) => this.written(bytes);
    await this.tree.file(names, await entry.open(), { isExecutable: (mode & 0o111) !== 0, mtime, onBytes });
    this.result.files++;
  }

  private async collectLink(entry: ArchiveEntry, names: string[]): Promise<void> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of (await entry.open()) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_LINK_BYTES) break;
      chunks.push(chunk);
    }
    const target = Buffer.concat(chunks).toString('utf8');
    if (length <= MAX_LINK_BYTES && staysInside(target, names.length - 1)) this.links.push({ names, target });
    else this.result.leftOut++;
  }

  private attempt(make: () => void): void {
    try {
      make();
    } catch (error) {
      if (!UNPLACEABLE.has(errnoOf(error) ?? '')) throw error;
      this.result.leftOut++;
    }
  }

  private assertCount(): void {
    const { files, folders, leftOut } = this.result;
    if (files + folders + leftOut + this.links.length >= MAX_ENTRIES)
      throw new ArchiveProblem(PROBLEMS.tooMany(MAX_ENTRIES));
  }

  private async written(bytes: number): Promise<void> {
    this.result.bytes += bytes;
    if (this.result.bytes > MIN_SUSPICIOUS && this.result.bytes > this.options.archiveBytes * MAX_RATIO)
      throw new ArchiveProblem(PROBLEMS.bomb(MAX_RATIO));
    await this.take(bytes);
  }

  private async take(bytes: number): Promise<void> {
    if (this.credit < bytes) {
      const asked = Math.max(this.step, bytes);
      await this.options.room(asked);
      this.credit += asked;
      this.step = Math.min(this.step * 2, MAX_STEP);
    }
    this.credit -= bytes;
  }
}
