import fs from 'node:fs';
import type { Folder } from '../home/folder.js';
import type { Branch } from './tree.js';

/** Poll interval of directories that cannot be watched; it grows with their number. */
const POLL_MS = 1_000;
const POLL_EACH_MS = 2;

export interface WatchHandlers {
  /** The kernel reports that a name has changed. */
  notice(branch: Branch, name: string | null): unknown;
  /** These directories have to be checked without a notice. */
  look(branches: Branch[]): void;
}

/**
 * One watch of the kernel per directory, up to a limit; directories beyond it, or beyond the kernel's own limit, are
 * polled.
 */
export class Watches {
  private readonly unwatched = new Set<Branch>();
  private count = 0;
  private polling: NodeJS.Timeout | null = null;

  constructor(
    private readonly home: Folder,
    private readonly most: number,
    private readonly handlers: WatchHandlers,
  ) {}

  /** Directories that are polled. */
  get polled(): Branch[] {
    return [...this.unwatched];
  }

  add(branch: Branch, folder: Folder): void {
    if (this.count >= this.most) {
      this.poll(branch);
      return;
    }
    try {
      const watcher = fs.watch(folder.self, (_kind, name) => this.handlers.notice(branch, name));
      watcher.on('error', () => this.remove(branch));
      branch.watcher = watcher;
      this.count++;
    } catch (error) {
      if (this.unwatched.size === 0)
        console.error('no more watches, looking from time to time instead', (error as NodeJS.ErrnoException).code);
      this.poll(branch);
    }
  }

  remove(branch: Branch): void {
    this.unwatched.delete(branch);
    if (!branch.watcher) return;
    branch.watcher.close();
    branch.watcher = null;
    this.count--;
  }

  /** Polls a directory until it can be watched after all. */
  private poll(branch: Branch): void {
    this.unwatched.add(branch);
    this.polling ??= setTimeout(
      () => {
        this.polling = null;
        const branches = [...this.unwatched];
        this.unwatched.clear();
        for (const again of branches) this.tryAgain(again);
        this.handlers.look(branches);
      },
      POLL_MS + POLL_EACH_MS * this.unwatched.size,
    ).unref();
  }

  private tryAgain(branch: Branch): void {
    const folder = branch.open(this.home);
    if (!folder) return;
    this.add(branch, folder);
    folder.close();
  }

  close(): void {
    if (this.polling) clearTimeout(this.polling);
  }
}
