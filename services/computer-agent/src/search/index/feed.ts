import { Change, type Root } from '@zo/proto/agent/v1';
import { yieldToEventLoop } from '../../files/calls.js';
import { FOLDER_OF_ROOT } from '../../home/names.js';
import type { Branch, Known } from '../../watch/tree.js';
import type { Watcher } from '../../watch/watcher.js';
import type { IndexEntry, IndexPath } from './messages.js';
import { isSkipped } from './skipped.js';

/** Files of one message, and of one transaction at most. */
const PER_BATCH = 100;
const PER_TURN = 2_000;

export const indexPath = (root: Root, names: readonly string[]): IndexPath =>
  [FOLDER_OF_ROOT[root], ...names].join('/');

/** What has changed: paths that are gone, and files that are there. */
export interface Changes {
  removed: IndexPath[];
  entries: IndexEntry[];
}

/** What the index is told, taken from what the watcher knows, so that nothing is read from the disk twice. */
export class Feed {
  constructor(private readonly watcher: Watcher) {}

  /** Every file of the home that is searched, in batches. */
  async *everything(): AsyncGenerator<IndexEntry[]> {
    for (const root of this.watcher.roots) yield* this.below(root);
  }

  private async *below(top: Branch): AsyncGenerator<IndexEntry[]> {
    let batch: IndexEntry[] = [];
    let seen = 0;
    const stack = [top];
    for (let branch = stack.pop(); branch; branch = stack.pop()) {
      const folder = indexPath(branch.root, branch.path());
      for (const [name, known] of branch.entries) {
        if (++seen % PER_TURN === 0) await yieldToEventLoop();
        if (isSkipped(branch, name)) continue;
        if (known.branch) stack.push(known.branch);
        else batch.push([`${folder}/${name}`, known.mtime, known.size]);
        if (batch.length < PER_BATCH) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  /** The events after `seq`, at most one batch of them, as the state that the named paths have now. */
  async changesAfter(seq: number): Promise<{ changes: Changes; reached: number }> {
    const touched = new Map<IndexPath, { root: Root; path: string[] }>();
    let reached = seq;
    for (let event = this.watcher.log.after(reached); event; event = this.watcher.log.after(reached)) {
      // A new folder is followed by events of everything in it.
      if (event.change !== Change.CREATED || !event.directory) touched.set(indexPath(event.root, event.path), event);
      if (event.dest) touched.set(indexPath(event.dest.root, event.dest.path), event.dest);
      reached = event.seq;
      if (touched.size >= PER_BATCH) break;
    }
    const changes: Changes = { removed: [], entries: [] };
    for (const [path, { root, path: names }] of touched) await this.add(changes, path, { root, names });
    return { changes, reached };
  }

  private async add(changes: Changes, path: IndexPath, at: { root: Root; names: string[] }): Promise<void> {
    const found = this.find(at);
    if (!found) {
      changes.removed.push(path);
      return;
    }
    const { known } = found;
    if (!known.branch) changes.entries.push([path, known.mtime, known.size]);
    else for await (const batch of this.below(known.branch)) changes.entries.push(...batch);
  }

  /** The entry in the watcher's tree; null when it is gone or not searched. */
  find({ root, names }: { root: Root; names: string[] }): { parent: Branch; name: string; known: Known } | null {
    let parent = this.watcher.roots.find((branch) => branch.root === root);
    for (const [at, name] of names.entries()) {
      const known = parent?.entries.get(name);
      if (!parent || !known || isSkipped(parent, name)) return null;
      if (at === names.length - 1) return { parent, name, known };
      parent = known.branch ?? undefined;
    }
    return null;
  }
}
