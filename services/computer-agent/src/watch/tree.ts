import type { FSWatcher, Stats } from 'node:fs';
import { Root } from '@zo/proto/agent/v1';
import { Folder } from '../home/folder.js';
import { FOLDER_OF_ROOT } from '../home/names.js';

/** What is known of one name: enough to detect a change, and to recognise the entry under another name. */
export interface Known {
  ino: number;
  birth: number;
  mtime: number;
  size: number;
  /** Kind and permissions. */
  mode: number;
  /** When its last change was reported. */
  reportedAt: number;
  branch: Branch | null;
}

/** A known directory, watched if the limit allows. */
export class Branch {
  readonly entries = new Map<string, Known>();
  /** Names to check again. */
  dirty = new Set<string>();
  watcher: FSWatcher | null = null;
  readonly ino: number;
  /** For a root: birth time of its folder, Unix time in milliseconds. */
  readonly birth: number;
  private readonly rootKind: Root;

  constructor(
    public parent: Branch | null,
    public name: string,
    { ino, root, birth = 0 }: { ino: number; root: Root; birth?: number },
  ) {
    this.ino = ino;
    this.rootKind = root;
    this.birth = birth;
  }

  get root(): Root {
    return this.parent ? this.parent.root : this.rootKind;
  }

  /** Names from the root downwards. */
  path(): string[] {
    return this.parent ? [...this.parent.path(), this.name] : [];
  }

  /** Opens the directory by walking down from the home. Null when another entry is there now. */
  open(home: Folder): Folder | null {
    let folder: Folder | null = null;
    try {
      for (const name of [FOLDER_OF_ROOT[this.root] as string, ...this.path()]) {
        const next: Folder = (folder ?? home).open(name);
        folder?.close();
        folder = next;
      }
      if (folder?.stat().ino === this.ino) return folder;
    } catch {
      // removed or replaced: the check of its parent reports that
    }
    folder?.close();
    return null;
  }
}

/** A known name that is no longer there. */
export interface MissingEntry {
  branch: Branch;
  name: string;
  known: Known;
}
/** A name that is not known yet. */
export interface AddedEntry {
  branch: Branch;
  name: string;
  stats: Stats;
}

export function entryStateOf(stats: Stats, branch: Branch | null): Known {
  const { ino, birthtimeMs: birth, mtimeMs: mtime, size, mode } = stats;
  return { ino, birth, mtime, size, mode, reportedAt: 0, branch };
}

/** The same entry under another name. The inode alone is not enough: the file system reuses it at once. */
export const isSame = (known: Known, stats: Stats) =>
  known.ino === stats.ino && known.birth === stats.birthtimeMs && (known.branch !== null) === stats.isDirectory();

export const isUnchanged = (known: Known, { ino, mtimeMs, size, mode }: Stats) =>
  known.ino === ino && known.mtime === mtimeMs && known.size === size && known.mode === mode;
