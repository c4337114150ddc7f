/** One folder that somebody looks at. */
import fs, { type FSWatcher, type Stats } from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { Change, PathSchema, Root } from '@zo/proto/agent/v1';
import { errnoOf } from '../errors.js';
import { sweep } from '../files/moving.js';
import { isLeftover } from '../files/place.js';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { isHidden, namesBelowHome } from '../home/names.js';

/** Entries whose state is known. Of others it is told that they are there, or not any more. */
const MAX_KNOWN = 20_000;

/** An entry, by its names from the workspace on. */
export interface Seen {
  readonly path: readonly string[];
  readonly isFolder: boolean;
  readonly ino: number;
  readonly birth: number;
}

export interface FolderChanges {
  readonly missing: Seen[];
  readonly added: Seen[];
  readonly modified: Seen[];
  /** The folder itself came or went. */
  self?: Change;
}

type Known = Pick<Stats, 'ino' | 'birthtimeMs' | 'mtimeMs' | 'size' | 'mode'> & { isFolder: boolean };

export class OpenFolder {
  users = 1;
  private folder: Folder | undefined;
  private watcher: FSWatcher | undefined;
  private readonly known = new Map<string, Known>();
  private readonly dirty = new Set<string>();
  /** Names that the last comparison missed: of their end there may be another notice. */
  private left = new Set<string>();
  private mtimeMs = 0;
  private isClosed = false;

  constructor(
    private readonly home: Home,
    readonly names: readonly string[],
    private readonly noticed: () => void,
  ) {
    this.begin();
  }

  /** Something may have changed without a notice. */
  look(): void {
    if (!this.folder) return this.noticed();
    // A folder whose file system gives no notices has another time when names came or went.
    if (this.folder.stat().mtimeMs === this.mtimeMs && this.isStill()) return;
    this.noticeAll();
  }

  close(): void {
    this.isClosed = true;
    this.end();
  }

  /** What has changed since the last call. */
  compare(): FolderChanges {
    const changes: FolderChanges = { missing: [], added: [], modified: [] };
    if (this.isClosed) return changes;
    if (!this.folder) {
      if (this.begin()) changes.self = Change.CREATED;
      return changes;
    }
    if (!this.isStill()) {
      this.end();
      // Another one may be there at once.
      changes.self = this.begin() ? Change.CREATED : Change.DELETED;
      return changes;
    }
    this.mtimeMs = this.folder.stat().mtimeMs;
    for (const name of this.dirty) this.compareName(name, this.folder, changes);
    this.dirty.clear();
    this.left = new Set(changes.missing.map(({ path }) => path.at(-1)!));
    return changes;
  }

  private compareName(name: string, folder: Folder, { missing, added, modified }: FolderChanges): void {
    const before = this.known.get(name);
    const stats = lstat(folder, name);
    const isSameKind = before && stats && before.isFolder === stats.isDirectory();
    // A folder that took the place of another is a new one; a file that did is how editors save.
    if (isSameKind && (!before.isFolder || before.ino === stats.ino)) {
      if (isChanged(before, stats)) modified.push(this.seen(name, stateOf(stats)));
    } else {
      if (before) missing.push(this.seen(name, before));
      // It came and went between two looks, in which time the folder may have been listed.
      else if (!stats && !this.left.has(name)) missing.push(this.seen(name, NOTHING));
      if (stats) added.push(this.seen(name, stateOf(stats)));
    }
    if (stats) this.learn(name, stats);
    else this.known.delete(name);
  }

  private seen(name: string, { ino, birthtimeMs: birth, isFolder }: Known): Seen {
    return { path: [...this.names, name], isFolder, ino, birth };
  }

  private learn(name: string, stats: Stats): void {
    if (this.known.size < MAX_KNOWN || this.known.has(name)) this.known.set(name, stateOf(stats));
  }

  /** Opens it, watches it, and then reads it, so that no change is missed. False if it is not there. */
  private begin(): boolean {
    try {
      const folder = (this.folder = this.openNow());
      this.mtimeMs = folder.stat().mtimeMs;
      this.watch(folder);
      const names = fs.readdirSync(folder.self);
      for (const name of names.filter(isLeftover)) void removeLeftover(folder, name);
      for (const name of names.slice(0, MAX_KNOWN)) {
        const stats = isHidden(name) ? undefined : lstat(folder, name);
        if (stats) this.learn(name, stats);
      }
      return true;
    } catch (error) {
      // A link that leads out is refused with an error of its own.
      if (errnoOf(error) === undefined && !(error instanceof ConnectError)) throw error;
      this.end();
      return false;
    }
  }

  private openNow(): Folder {
    const path = create(PathSchema, { root: Root.WORKSPACE, segments: [...this.names] });
    const { folder, name } = this.home.walk(namesBelowHome(path), { follow: true });
    if (name === null) return folder;
    try {
      return folder.open(name);
    } finally {
      folder.close();
    }
  }

  /** Without notices it is looked at from time to time. */
  private watch(folder: Folder): void {
    try {
      this.watcher = fs.watch(folder.self, (_kind, name) => this.notice(name));
      this.watcher.on('error', () => this.watcher?.close());
    } catch (error) {
      console.error('cannot watch an open folder', errnoOf(error));
    }
  }

  private notice(name: string | null): void {
    if (name === null) return this.noticeAll();
    if (isHidden(name)) return;
    if (name !== '.') this.dirty.add(name);
    this.noticed();
  }

  private noticeAll(): void {
    if (!this.folder) return;
    for (const name of this.known.keys()) this.dirty.add(name);
    for (const name of fs.readdirSync(this.folder.self)) if (!isHidden(name)) this.dirty.add(name);
    this.noticed();
  }

  /** Whether its path still leads to it. */
  private isStill(): boolean {
    try {
      const now = this.openNow();
      const [{ ino, dev }, known] = [now.stat(), this.folder!.stat()];
      now.close();
      return ino === known.ino && dev === known.dev && known.nlink > 0;
    } catch {
      return false;
    }
  }

  private end(): void {
    this.watcher?.close();
    this.folder?.close();
    this.watcher = this.folder = undefined;
    this.known.clear();
    this.dirty.clear();
    this.left.clear();
  }
}

const NOTHING: Known = { ino: 0, birthtimeMs: 0, mtimeMs: 0, size: 0, mode: 0, isFolder: false };

const stateOf = (stats: Stats): Known => {
  const { ino, birthtimeMs, mtimeMs, size, mode } = stats;
  return { ino, birthtimeMs, mtimeMs, size, mode, isFolder: stats.isDirectory() };
};

/** Of a folder only its permissions: what is in it is told by itself. */
const isChanged = (before: Known, { ino, mtimeMs, size, mode }: Stats): boolean =>
  before.mode !== mode ||
  (!before.isFolder && (before.ino !== ino || before.mtimeMs !== mtimeMs || before.size !== size));

/** What an agent left behind that was killed. */
async function removeLeftover(folder: Folder, name: string): Promise<void> {
  const again = folder.again();
  await sweep(again, name)
    .catch((error: unknown) => console.error('could not remove a hidden file', errnoOf(error)))
    .finally(() => again.close());
}

function lstat(folder: Folder, name: string): Stats | undefined {
  try {
    return folder.lstat(name);
  } catch {
    return undefined;
  }
}
