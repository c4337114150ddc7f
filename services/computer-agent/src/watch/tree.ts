import type { FSWatcher, Stats } from 'node:fs';
import { Root } from '@zo/proto/agent/v1';
import { Folder } from '../home/folder.js';
import { FOLDER_OF_ROOT } from '../home/names.js';

/** What is known of one name: enough to see whether it changed, and to recognise it under another name. */
export interface Known {
  ino: number;
  birth: number;
  mtime: number;
  size: number;
  /** When a change of it was last told. */
  told: number;
  branch: Branch | null;
}

/** A directory that is known and, when the limit allows, watched. */
export class Branch {
  readonly entries = new Map<string, Known>();
  /** Names to look at again. */
  dirty = new Set<string>();
  watcher: FSWatcher | null = null;

  constructor(
    public parent: Branch | null,
    public name: string,
    readonly ino: number,
    private readonly rootKind: Root,
    /** Of a root: when its folder was made, unix milliseconds. */
    readonly birth = 0,
  ) {}

  get root(): Root {
    return this.parent ? this.parent.root : this.rootKind;
  }

  /** Names from the root downwards. */
  path(): string[] {
    return this.parent ? [...this.parent.path(), this.name] : [];
  }

  /** Opens the directory by walking down from the home. Null when something else stands there now. */
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
      // gone or replaced: the look at its parent tells
    }
    folder?.close();
    return null;
  }
}

export function know(stats: Stats, branch: Branch | null): Known {
  return { ino: stats.ino, birth: stats.birthtimeMs, mtime: stats.mtimeMs, size: stats.size, told: 0, branch };
}

/** The same thing under another name: the number alone is not enough, the file system gives it out again at once. */
export const isSame = (known: Known, stats: Stats) =>
  known.ino === stats.ino && known.birth === stats.birthtimeMs && (known.branch !== null) === stats.isDirectory();
