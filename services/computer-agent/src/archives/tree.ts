import fs from 'node:fs';
import type { Readable } from 'node:stream';
import { errnoOf } from '../errors.js';
import { Folder } from '../home/folder.js';
import { nextName } from '../home/names.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants;
const MAX_TIME_S = 8_640_000_000_000;

/**
 * The folder that an archive is written to, entry by entry. Every name is opened below its parent, and no link
 * followed.
 */
export class Tree {
  private dir: { key: string; folder: Folder } | null = null;
  /** How often a name was used, by its whole path: two entries of one name are both kept. */
  private readonly used = new Map<string, number>();

  constructor(
    private readonly root: Folder,
    /** Called for each folder that is made. */
    private readonly onFolder: () => void,
  ) {}

  /** Opens a folder, and makes what is missing. @throws ENOTDIR when a file has one of the names */
  folder(names: readonly string[]): Folder {
    const key = names.join('/');
    if (this.dir?.key === key) return this.dir.folder;
    let folder = this.root.again();
    for (const name of names) folder = this.step(folder, name);
    this.dir?.folder.close();
    this.dir = { key, folder };
    return folder;
  }

  private step(folder: Folder, name: string): Folder {
    try {
      try {
        return folder.open(name);
      } catch (error) {
        if (errnoOf(error) !== 'ENOENT') throw error;
        fs.mkdirSync(folder.at(name), { mode: 0o755 });
        this.onFolder();
        return folder.open(name);
      }
    } finally {
      folder.close();
    }
  }

  /** Calls `make` with a name that is free: the wanted one, or `a (2).txt`. */
  private place<T>(names: readonly string[], make: (folder: Folder, name: string) => T): T {
    const name = names.at(-1) as string;
    const folder = this.folder(names.slice(0, -1));
    const key = names.join('/');
    for (let count = (this.used.get(key) ?? 0) + 1; ; count++) {
      try {
        const made = make(folder, count === 1 ? name : nextName(name, count, false));
        this.used.set(key, count);
        return made;
      } catch (error) {
        if (errnoOf(error) !== 'EEXIST') throw error;
      }
    }
  }

  /** Writes a file; `onBytes` is awaited before its bytes are written. */
  async file(
    names: readonly string[],
    content: Readable,
    { isExecutable, mtime, onBytes }: { isExecutable: boolean; mtime: number; onBytes: (bytes: number) => unknown },
  ): Promise<void> {
    // Owners, set-user-id and write permission for others are not taken over.
    const mode = isExecutable ? 0o755 : 0o644;
    const flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW;
    const fd = this.place(names, (folder, name) => fs.openSync(folder.at(name), flags, mode));
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        await onBytes(chunk.length);
        for (let done = 0; done < chunk.length;) done += fs.writeSync(fd, chunk, done);
      }
      const seconds = mtime / 1_000;
      if (seconds > 0 && seconds < MAX_TIME_S) fs.futimesSync(fd, seconds, seconds);
    } finally {
      fs.closeSync(fd);
    }
  }

  link(names: readonly string[], target: string): void {
    this.place(names, (folder, name) => fs.symlinkSync(target, folder.at(name)));
  }

  /** Gives a file that was written before another name. @returns false when there is no such file */
  sameFile(names: readonly string[], target: readonly string[]): boolean {
    const from = this.existing(target.slice(0, -1));
    const name = target.at(-1) as string;
    try {
      if (!from?.lstat(name)?.isFile()) return false;
      this.place(names, (folder, free) => fs.linkSync(from.at(name), folder.at(free)));
      return true;
    } finally {
      from?.close();
    }
  }

  private existing(names: readonly string[]): Folder | null {
    let folder = this.root.again();
    for (const name of names) {
      const parent = folder;
      try {
        folder = parent.open(name);
      } catch {
        return null;
      } finally {
        parent.close();
      }
    }
    return folder;
  }

  close(): void {
    this.dir?.folder.close();
    this.dir = null;
  }
}
