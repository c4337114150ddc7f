import fs from 'node:fs';
import { Folder, openRegular } from '../home/folder.js';

/** Below the home: what can be made anew at any time. */
export const CACHE_FOLDER = '.computer/cache';
/** Not in backups, and not counted as use of the disk. */
export const THUMBS_FOLDER = `${CACHE_FOLDER}/thumbs`;
export const MAX_CACHE_BYTES = 100 * 1024 * 1024;
/** After it was full, so that not every new thumbnail has to clean up. */
const KEPT_SHARE = 0.8;
/** A thumbnail at most; programs of the user can write here, too. */
const MAX_BYTES = 512 * 1024;

/** Thumbnails on the disk by key; the least recently used ones go first when there are too many. */
export class ThumbCache {
  private bytes: number | undefined;

  constructor(
    private readonly home: Folder,
    private readonly maxBytes = MAX_CACHE_BYTES,
  ) {}

  /** @returns undefined when there is none; empty when none can be made */
  read(key: string): Buffer | undefined {
    return this.inFolder((folder) => {
      const fd = openRegular(folder.at(key), fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
      try {
        if (fs.fstatSync(fd).size > MAX_BYTES) return undefined;
        const now = Date.now() / 1_000;
        fs.futimesSync(fd, now, now);
        return fs.readFileSync(fd);
      } finally {
        fs.closeSync(fd);
      }
    });
  }

  /** Keeps it, if the disk lets us. */
  write(key: string, thumb: Buffer): void {
    this.inFolder((folder) => {
      const part = `${key}.part`;
      fs.rmSync(folder.at(part), { force: true });
      fs.writeFileSync(folder.at(part), thumb, { flag: 'wx', mode: 0o600 });
      fs.renameSync(folder.at(part), folder.at(key));
      this.bytes = (this.bytes ?? sizeOf(folder)) + thumb.length;
      if (this.bytes > this.maxBytes) this.bytes = tidy(folder, this.maxBytes * KEPT_SHARE);
    });
  }

  /** Undefined when the folder cannot be used: it is made for speed only. */
  private inFolder<T>(use: (folder: Folder) => T): T | undefined {
    const opened: Folder[] = [this.home.again()];
    try {
      for (const name of THUMBS_FOLDER.split('/')) {
        const above = opened.at(-1)!;
        if (!above.lstat(name)) fs.mkdirSync(above.at(name), { mode: 0o700 });
        opened.push(above.open(name));
      }
      return use(opened.at(-1)!);
    } catch {
      return undefined;
    } finally {
      for (const folder of opened) folder.close();
    }
  }
}

const filesIn = (folder: Folder) =>
  fs.readdirSync(folder.self).flatMap((name) => {
    const stats = folder.lstat(name);
    return stats ? [{ name, size: stats.size, usedMs: stats.mtimeMs }] : [];
  });

const sizeOf = (folder: Folder): number => filesIn(folder).reduce((sum, { size }) => sum + size, 0);

/** Removes the least recently used files. @returns the bytes that are left */
function tidy(folder: Folder, maxBytes: number): number {
  let left = 0;
  for (const { name, size } of filesIn(folder).toSorted((a, b) => b.usedMs - a.usedMs)) {
    if (left + size > maxBytes) fs.rmSync(folder.at(name), { force: true, recursive: true });
    else left += size;
  }
  return left;
}
