/** Looks at paths on the disk, and records what is there. Synchronous: it runs in the thread of the history. */
import fs from 'node:fs';
import { errnoOf } from '../../errors.js';
import { Folder } from '../../home/folder.js';
import { FOLDER_TYPE, LINK_TYPE, mtimeOf, PERMISSIONS, stampOf } from '../entry.js';
import { isGenerated, isLeftOut, TRACKED } from '../keys.js';
import { type Author, MAX_FILE_BYTES } from '../messages.js';
import type { Store } from './store.js';

/** Torn: the file was written to while it was read, so these bytes were never its content. */
export type Outcome = 'done' | 'torn';

export class Capture {
  constructor(
    private readonly home: Folder,
    private readonly store: Store,
  ) {}

  /** Records a path as it is now: its bytes, or that it is gone. */
  look(key: string, author: Author): Outcome {
    const names = key.split('/');
    if (isGenerated(names)) return 'done';
    const folder = this.openParent(names);
    if (folder === 'left out') return 'done';
    if (folder === null) return this.gone(key, author);
    try {
      return this.lookIn(folder, key, author);
    } finally {
      folder.close();
    }
  }

  /** Records one name of an open folder that is not left out. */
  lookIn(folder: Folder, key: string, author: Author): Outcome {
    const name = key.slice(key.lastIndexOf('/') + 1);
    const seen = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
    if (!seen) return this.gone(key, author);
    if (seen.isDirectory()) {
      if (isLeftOut(folder, name)) return 'done';
      // In the place of another folder: what that one contained is looked at once more.
      if (this.store.live(key)?.stamp !== String(seen.ino))
        for (const below of this.store.liveBelow(key)) if (below !== key) this.look(below, author);
      return this.folder(key, seen, author);
    }
    if (!seen.isFile() && !seen.isSymbolicLink()) return this.gone(key, author);
    const live = this.store.live(key);
    if (live?.stamp === stampOf(seen)) {
      this.store.name(live.seq, author);
      return 'done';
    }
    try {
      return seen.isFile() ? this.read(folder, { key, name }, author) : this.link(folder, { key, seen }, author);
    } catch (error) {
      // Removed meanwhile, or nothing that the user may read: the next look decides.
      if (['ENOENT', 'EINVAL', 'EISDIR', 'ELOOP', 'EACCES', 'EPERM', 'EIO'].includes(errnoOf(error) ?? ''))
        return 'done';
      throw error;
    }
  }

  private read(folder: Folder, { key, name }: { key: string; name: string }, author: Author): Outcome {
    const { fd, stats } = folder.openFile(name);
    try {
      const fits = stats.size <= BigInt(MAX_FILE_BYTES);
      const bytes = fits ? readWhole(fd, Number(stats.size)) : null;
      const stamp = stampOf(fs.fstatSync(fd, { bigint: true }));
      if (stamp !== stampOf(stats) || (bytes && bytes.length !== Number(stats.size))) return 'torn';
      const content = {
        bytes,
        size: Number(stats.size),
        mode: Number(stats.mode) & PERMISSIONS,
        mtimeMs: mtimeOf(stats),
        stamp,
      };
      this.store.wrote(key, content, author);
      return 'done';
    } finally {
      fs.closeSync(fd);
    }
  }

  /** Records where a link leads; it is not followed. */
  private link(folder: Folder, { key, seen }: { key: string; seen: fs.BigIntStats }, author: Author): Outcome {
    const name = key.slice(key.lastIndexOf('/') + 1);
    const bytes = fs.readlinkSync(folder.at(name), { encoding: 'buffer' });
    const content = { bytes, size: bytes.length, mode: LINK_TYPE, mtimeMs: mtimeOf(seen), stamp: stampOf(seen) };
    this.store.wrote(key, content, author);
    return 'done';
  }

  /** Records that there is a folder, which is the same one as long as it has its number. The roots are always there. */
  private folder(key: string, seen: fs.BigIntStats, author: Author): Outcome {
    const mode = FOLDER_TYPE | (Number(seen.mode) & PERMISSIONS);
    if (!TRACKED.includes(key))
      this.store.wrote(key, { bytes: null, size: 0, mode, mtimeMs: mtimeOf(seen), stamp: String(seen.ino) }, author);
    return 'done';
  }

  private gone(key: string, author: Author): Outcome {
    this.store.removed(key, author);
    return 'done';
  }

  /** The folder of a path; null when it is gone. */
  openParent(names: readonly string[]): Folder | 'left out' | null {
    let folder: Folder | null = null;
    try {
      for (const name of names.slice(0, -1)) {
        if (folder && isLeftOut(folder, name)) {
          folder.close();
          return 'left out';
        }
        const next: Folder = (folder ?? this.home).open(name);
        folder?.close();
        folder = next;
      }
      return folder ?? this.home.again();
    } catch (error) {
      folder?.close();
      if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error) ?? '')) return null;
      throw error;
    }
  }

  /**
   * Looks at everything below a folder, or at both roots. Yields after each entry, so that the caller can do other work
   * in between.
   */
  *walk(author: Author, below?: string): Generator<void> {
    const visited = new Set<string>();
    if (below === undefined) for (const root of TRACKED) yield* this.walkFolder(root, author, visited);
    else yield* this.walkFolder(below, author, visited);
    const known =
      below === undefined ? TRACKED.flatMap((root) => this.store.liveBelow(root)) : this.store.liveBelow(below);
    for (const key of known) {
      if (!visited.has(key)) this.look(key, author);
      yield;
    }
  }

  private *walkFolder(key: string, author: Author, visited: Set<string>): Generator<void> {
    const parent = this.openParent(key.split('/'));
    if (parent === null || parent === 'left out') return;
    let folder: Folder;
    try {
      folder = parent.open(key.slice(key.lastIndexOf('/') + 1));
    } catch {
      return;
    } finally {
      parent.close();
    }
    yield* this.walkIn(folder, key, { author, visited });
  }

  /** Closes `folder`. */
  private *walkIn(folder: Folder, key: string, context: { author: Author; visited: Set<string> }): Generator<void> {
    try {
      for (const entry of fs.readdirSync(folder.self, { withFileTypes: true })) {
        const child = `${key}/${entry.name}`;
        if ((entry.isFile() || entry.isSymbolicLink()) && !isGenerated([entry.name])) {
          context.visited.add(child);
          this.lookIn(folder, child, context.author);
        } else if (entry.isDirectory() && !isLeftOut(folder, entry.name)) {
          const next = openFolder(folder, entry.name);
          if (!next) continue;
          context.visited.add(child);
          this.folder(child, fs.fstatSync(next.fd, { bigint: true }), context.author);
          yield* this.walkIn(next, child, context);
        }
        yield;
      }
    } catch (error) {
      if (!['ENOENT', 'EACCES'].includes(errnoOf(error) ?? '')) throw error;
    } finally {
      folder.close();
    }
  }
}

function openFolder(folder: Folder, name: string): Folder | null {
  try {
    return folder.open(name);
  } catch {
    return null;
  }
}

/** Reads to the end, at most one byte more than expected, which tells that the file has grown. */
function readWhole(fd: number, expected: number): Buffer {
  const buffer = Buffer.allocUnsafeSlow(expected + 1);
  let length = 0;
  while (length < buffer.length) {
    const count = fs.readSync(fd, buffer, length, buffer.length - length, length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}
