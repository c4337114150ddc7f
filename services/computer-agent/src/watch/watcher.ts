import type { Stats } from 'node:fs';
import { Change, Root } from '@zo/proto/agent/v1';
import { yieldToEventLoop, readdir } from '../files/calls.js';
import { sweep } from '../files/moving.js';
import { isLeftover } from '../files/place.js';
import type { Folder } from '../home/folder.js';
import { isHidden } from '../home/names.js';
import { Cookies } from './cookies.js';
import { EventLog } from './log.js';
import { isStillRoot, openRoot, watchRoots } from './roots.js';
import { PostponedNames } from './postponed.js';
import { type AddedEntry, Branch, isSame, isUnchanged, entryStateOf, type Known, type MissingEntry } from './tree.js';
import { Watches } from './watches.js';

const DEBOUNCE_MS = 2;
/** A file that is written all the time is reported at most this often. */
const REPEAT_MS = 100;
const PER_TURN = 500;
/** With this many notices at once the queue of the kernel may have overflowed, which is not reported. */
const SUSPICIOUS = 8_000;
const RECONCILE_MS = 10 * 60_000;
const MAX_ROUNDS = 4;

/**
 * Watches every directory below both roots. A notice of the kernel only says where to look: changes are found by
 * comparing the disk with the known state, so that coalesced, reordered or vague notices do no harm.
 */
export class Watcher {
  readonly log = new EventLog();
  readonly roots: Branch[] = [];
  /** Resolves when the whole tree has been scanned once, or at once where the watcher is idle. */
  readonly ready: Promise<void>;
  private started?: Promise<void>;
  private readonly dirty = new Set<Branch>();
  private readonly watches: Watches;
  private readonly cookies = new Cookies();
  private notices = 0;
  private timer: NodeJS.Timeout | null = null;
  private busy: Promise<void>;
  private isPostponing = true;
  private readonly postponed = new PostponedNames(REPEAT_MS, (branch, name) => this.notice(branch, name));
  private readonly reconciling: NodeJS.Timeout;
  private readonly rootsWatch: { close(): void };

  constructor(
    private readonly home: Folder,
    maxWatches: number,
    isIdle = false,
  ) {
    this.watches = new Watches(home, maxWatches, {
      notice: (branch, name) => this.cookies.told(name) || this.notice(branch, name),
      look: (branches) => this.next(() => this.reconcile(branches)),
    });
    this.ready = isIdle ? Promise.resolve() : this.whole();
    this.busy = this.ready;
    this.rootsWatch = watchRoots(home, () => this.next(() => this.replaceRoots()));
    this.reconciling = setInterval(() => this.next(() => this.reconcile(this.everything())), RECONCILE_MS).unref();
  }

  /** Resolves when the whole tree is known; an idle watcher begins with the first call. */
  whole(): Promise<void> {
    return (this.started ??= this.start());
  }

  private async start(): Promise<void> {
    for (const root of [Root.WORKSPACE, Root.SITES]) {
      const { branch, folder } = openRoot(this.home, root);
      this.roots.push(branch);
      if (folder) await this.scan(branch, folder, false);
    }
  }

  /** Scans a root anew that was removed or replaced: watches end with their folder. */
  private async replaceRoots(): Promise<void> {
    for (const [index, old] of this.roots.entries()) {
      if (isStillRoot(this.home, old)) continue;
      for (const [name, known] of old.entries)
        this.tell(Change.DELETED, old, { name, directory: known.branch !== null });
      this.forget(old);
      const { branch, folder } = openRoot(this.home, old.root);
      this.roots[index] = branch;
      if (folder) await this.scan(branch, folder, true);
    }
  }

  *everything(): Generator<Branch> {
    const stack = [...this.roots];
    for (let branch = stack.pop(); branch; branch = stack.pop()) {
      yield branch;
      for (const known of branch.entries.values()) if (known.branch) stack.push(known.branch);
    }
  }

  private notice(branch: Branch, name: string | null): void {
    if (name === null || name === '.' || isHidden(name)) return;
    branch.dirty.add(name);
    this.dirty.add(branch);
    this.notices++;
    this.schedule(DEBOUNCE_MS);
  }

  /** Resolves when every change made before the call is in the log. */
  async settle(): Promise<void> {
    await this.ready;
    const folder = this.roots[0]?.open(this.home);
    await (folder && this.cookies.pass(folder).finally(() => folder.close()));
    this.next(() => this.reconcile(this.watches.polled));
    for (let round = 0; round === 0 || (this.dirty.size > 0 && round < MAX_ROUNDS); round++) {
      this.next(() => this.flush({ all: true }));
      await this.busy;
    }
  }

  private schedule(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.next(() => this.flush());
    }, ms);
  }

  private next(work: () => Promise<void>): void {
    this.busy = this.busy.then(work).catch((error: unknown) => console.error('watching failed', error));
  }

  private async reconcile(branches: Iterable<Branch>): Promise<void> {
    for (const branch of branches) {
      const folder = branch.open(this.home);
      if (!folder) continue;
      try {
        for (const name of await readdir(folder.self)) if (!isHidden(name)) branch.dirty.add(name);
        for (const name of branch.entries.keys()) branch.dirty.add(name);
        this.dirty.add(branch);
      } catch {
        // removed meanwhile
      } finally {
        folder.close();
      }
    }
    if (this.dirty.size > 0) this.schedule(0);
  }

  /** @param options `all`: also what was reported a moment ago and has changed again */
  private async flush({ all = false } = {}): Promise<void> {
    this.isPostponing = !all;
    if (all) this.postponed.take();
    const suspicious = this.notices >= SUSPICIOUS;
    this.notices = 0;
    for (let round = 0; this.dirty.size > 0 && round < MAX_ROUNDS; round++) {
      const branches = [...this.dirty];
      this.dirty.clear();
      const missing: MissingEntry[] = [];
      const added: AddedEntry[] = [];
      for (const branch of branches) await this.compareNames(branch, missing, added);
      await this.pairMoves(missing, added);
    }
    if (suspicious) await this.reconcile(this.everything());
  }

  /** Compares the dirty names of one branch with the disk. */
  private async compareNames(branch: Branch, missing: MissingEntry[], added: AddedEntry[]): Promise<void> {
    const names = branch.dirty;
    branch.dirty = new Set();
    const folder = branch.open(this.home);
    if (!folder) return this.checkParent(branch, names);
    try {
      let count = 0;
      for (const name of names) {
        if (++count % PER_TURN === 0) await yieldToEventLoop();
        const known = branch.entries.get(name);
        const stats = folder.lstat(name);
        if (known && stats && (known.branch ? isSame(known, stats) : !stats.isDirectory()))
          this.compare(branch, name, { known, stats });
        else {
          if (known) missing.push({ branch, name, known });
          if (stats) added.push({ branch, name, stats });
        }
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    } finally {
      folder.close();
    }
  }

  /** The directory is not where it was: check its parent first, and its own names afterwards. */
  private checkParent(branch: Branch, names: Set<string>): void {
    if (!branch.parent) return;
    branch.parent.dirty.add(branch.name);
    this.dirty.add(branch.parent);
    for (const name of names) branch.dirty.add(name);
    this.dirty.add(branch);
  }

  private compare(branch: Branch, name: string, { known, stats }: { known: Known; stats: Stats }): void {
    // What is in a folder is reported by itself.
    if (known.branch ? known.mode === stats.mode : isUnchanged(known, stats)) return;
    const now = Date.now();
    if (this.isPostponing && now - known.reportedAt < REPEAT_MS && known.ino === stats.ino) {
      this.postponed.add(branch, name);
      return;
    }
    Object.assign(known, { ...entryStateOf(stats, known.branch), reportedAt: now });
    this.tell(Change.MODIFIED, branch, { name, directory: known.branch !== null });
  }

  /** Pairs vanished names with new ones as moves, and reports the rest as deleted and created. */
  private async pairMoves(missing: MissingEntry[], added: AddedEntry[]): Promise<void> {
    const byIno = new Map(missing.map((item) => [item.known.ino, item]));
    const fresh: AddedEntry[] = [];
    const moved = new Set<MissingEntry>();
    for (const item of added) {
      const from = byIno.get(item.stats.ino);
      if (!from || moved.has(from) || !isSame(from.known, item.stats)) fresh.push(item);
      else {
        moved.add(from);
        this.moved(from, item);
      }
    }
    for (const item of missing) {
      if (moved.has(item) || item.branch.entries.get(item.name) !== item.known) continue;
      item.branch.entries.delete(item.name);
      if (item.known.branch) this.forget(item.known.branch);
      this.tell(Change.DELETED, item.branch, { name: item.name, directory: item.known.branch !== null });
    }
    for (const item of fresh) await this.created(item);
  }

  private moved(from: MissingEntry, { branch, name, stats }: AddedEntry): void {
    const directory = from.known.branch !== null;
    const source = { root: from.branch.root, path: [...from.branch.path(), from.name] };
    if (from.branch.entries.get(from.name) === from.known) from.branch.entries.delete(from.name);
    if (from.known.branch) {
      from.known.branch.parent = branch;
      from.known.branch.name = name;
    }
    branch.entries.set(name, entryStateOf(stats, from.known.branch));
    const dest = { root: branch.root, path: [...branch.path(), name] };
    this.log.add({ change: Change.MOVED, ...source, dest, directory, at: Date.now() });
  }

  private async created({ branch, name, stats }: AddedEntry): Promise<void> {
    if (branch.entries.has(name)) return;
    const child = stats.isDirectory() ? new Branch(branch, name, { ino: stats.ino, root: branch.root }) : null;
    branch.entries.set(name, entryStateOf(stats, child));
    this.tell(Change.CREATED, branch, { name, directory: child !== null });
    const folder = child?.open(this.home);
    if (child && folder) await this.scan(child, folder, true);
  }

  /** Scans a directory and all below; watches it before reading, so that no change is missed. Closes `folder`. */
  private async scan(branch: Branch, folder: Folder, tell: boolean): Promise<void> {
    try {
      this.watches.add(branch, folder);
      let count = 0;
      for (const name of await readdir(folder.self)) {
        if (++count % PER_TURN === 0) await yieldToEventLoop();
        if (isLeftover(name)) await sweep(folder, name);
        const stats = isHidden(name) ? undefined : folder.lstat(name);
        if (stats && !branch.entries.has(name)) await this.learn(branch, folder, { name, stats, tell });
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        console.error('cannot look into a folder', (error as NodeJS.ErrnoException).code);
    } finally {
      folder.close();
    }
  }

  private async learn(
    branch: Branch,
    folder: Folder,
    { name, stats, tell }: { name: string; stats: Stats; tell: boolean },
  ): Promise<void> {
    const child = stats.isDirectory() ? new Branch(branch, name, { ino: stats.ino, root: branch.root }) : null;
    branch.entries.set(name, entryStateOf(stats, child));
    if (tell) this.tell(Change.CREATED, branch, { name, directory: child !== null });
    if (child) await this.scan(child, folder.open(name), tell);
  }

  private forget(branch: Branch): void {
    this.watches.remove(branch);
    this.dirty.delete(branch);
    this.postponed.forget(branch);
    for (const known of branch.entries.values()) if (known.branch) this.forget(known.branch);
    branch.entries.clear();
  }

  private tell(change: Change, branch: Branch, { name, directory }: { name: string; directory: boolean }): void {
    this.log.add({ change, root: branch.root, path: [...branch.path(), name], directory, at: Date.now() });
  }

  close(): void {
    clearInterval(this.reconciling);
    this.rootsWatch.close();
    for (const branch of this.everything()) this.watches.remove(branch);
    this.watches.close();
  }
}
