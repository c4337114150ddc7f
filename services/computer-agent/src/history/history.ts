/** The local history of all files: what the agent itself changes, and what the watcher sees of everybody else. */
import fs from 'node:fs';
import { Change, type Path } from '@zo/proto/agent/v1';
import { errnoOf } from '../errors.js';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { FOLDER_OF_ROOT } from '../home/names.js';
import type { FileEvent } from '../watch/log.js';
import type { Watcher } from '../watch/watcher.js';
import { HistoryClient } from './client.js';
import { Decisions, type Limits } from './decisions.js';
import { mtimeOf, stampOf } from './entry.js';
import { isGenerated, keyOf, TRACKED } from './keys.js';
import type { Author } from './messages.js';
import { QuietPaths } from './quiet.js';
import { report, within } from './recording.js';
import type { HistorySettings } from './settings.js';

const CHECK_MS = 100;
const RESCAN_MS = 60_000;
const KEYS_PER_CALL = 64;
/** A change waits at most this long for its old bytes to be kept. */
const MAX_KEEP_MS = 30_000;
/** Larger contents are read from the disk again instead of being handed to the thread. */
const MAX_HANDED = 1024 * 1024;
const MAX_HANDED_TOTAL = 32 * 1024 * 1024;
const MAX_KNOWN = 5_000;
const MAX_FLUSH_ROUNDS = 8;
export const NO_AUTHOR: Author = { actor: 0, conversationId: '' };

export interface HistoryParts extends Limits {
  readonly home: Home;
  readonly watcher: Watcher;
  /** Who changes files outside the agent at this moment, as far as that is certain. */
  readonly present: () => Author;
}

export class History {
  readonly decisions: Decisions;
  private readonly client: HistoryClient;
  private readonly quiet = new QuietPaths();
  /** Resolves when everything has been looked at that the watcher could not report. */
  private scanning: Promise<void> = Promise.resolve();
  /** Stamps of files that the agent has just written: the watcher reports them, too. */
  private readonly own = new Map<string, string>();
  /** Stamps of files whose present bytes are kept. */
  private readonly known = new Map<string, string>();
  /** What could not be forgotten, for example on a full disk; tried again with the next scan. */
  private readonly toForget = new Set<string>();
  private reached = 0;
  private handedBytes = 0;
  private timer: NodeJS.Timeout | null = null;
  private rescan: NodeJS.Timeout | null = null;
  private capturing: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: HistoryParts) {
    this.decisions = new Decisions(parts.home.folder, parts);
    this.client = new HistoryClient(
      () => ({ home: parts.home.path, ...this.decisions.choices }),
      () => this.begun(),
    );
    this.client.start();
    void this.follow();
  }

  /** Changes the settings for now and for later. What is over them goes in the background. @throws INVALID */
  async configure(wanted: HistorySettings): Promise<void> {
    this.decisions.change(wanted);
    await this.client.call('configure', this.decisions.choices);
  }

  get call() {
    return this.client.call.bind(this.client);
  }

  /** The key of a name in an open folder; null outside the tracked roots. Links on the way are resolved. */
  keyIn(folder: Folder, name: string): string | null {
    const [home, path] = [this.parts.home.folder.where(), folder.where()];
    if (!path.startsWith(`${home}/`)) return null;
    const key = `${path.slice(home.length + 1)}/${name}`;
    const names = key.split('/');
    return TRACKED.includes(names[0]!) && !isGenerated(names) ? key : null;
  }

  /** The key under which a path is recorded: links on the way are resolved as long as they are there. */
  async recordedKey(path: Path | undefined): Promise<string> {
    const written = keyOf(path);
    try {
      return await this.parts.home.within(path, { follow: true }, ({ folder, name }) =>
        name === null ? written : (this.keyIn(folder, name) ?? written),
      );
    } catch (error) {
      if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return written;
      throw error;
    }
  }

  /** Resolves when the bytes at a path are kept, or cannot be. Call before they are replaced or removed. */
  async keep(folder: Folder, name: string): Promise<void> {
    const key = this.keyIn(folder, name);
    if (key === null) return;
    const stats = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
    if (!stats || (stats.isFile() && this.known.get(key) === stampOf(stats))) return;
    await within(MAX_KEEP_MS, this.client.call('keep', { key, author: NO_AUTHOR }).catch(report));
  }

  /** Records what the agent has just written: call it in the turn that put it in place. */
  wrote(folder: Folder, name: string, { content, author }: { content: Uint8Array; author: Author }): void {
    const key = this.keyIn(folder, name);
    const stats = key && fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
    if (!key || !stats || stats.size !== BigInt(content.length)) return;
    const isHanded = content.length <= MAX_HANDED && this.handedBytes + content.length <= MAX_HANDED_TOTAL;
    const stamp = stampOf(stats);
    const handed = isHanded ? content.length : 0;
    remember(this.own, key, stamp);
    this.handedBytes += handed;
    const file = { key, author, stamp, mode: Number(stats.mode) & 0o7777, mtimeMs: mtimeOf(stats) };
    this.client
      .call('wrote', { ...file, content: isHanded ? content : null })
      .then(() => remember(this.known, key, stamp), this.missed)
      .finally(() => (this.handedBytes -= handed));
  }

  /** Records a new file or folder of the agent, by its key; `of`: the one that it is made of. */
  added(key: string, author: Author, of = ''): void {
    this.client.call('keep', { key, author, of }).catch(this.missed);
  }

  moved(from: string | null, to: string | null, author: Author): void {
    if (from !== null && to !== null) this.client.call('moved', { from, to, author }).catch(this.missed);
    else if (from !== null) this.removed(from, author);
    else if (to !== null) this.added(to, author);
  }

  removed(key: string, author: Author): void {
    this.client.call('removed', { key, author }).catch(this.missed);
  }

  /** Forgets the versions of a file, or of everything below a folder, that was deleted for good. */
  forgotten(key: string): void {
    this.client.call('forgotten', { key }).catch((error: Error) => {
      this.toForget.add(key);
      this.missed(error);
    });
  }

  /** Resolves when every change made before the call is known here. */
  async caughtUp(): Promise<void> {
    await this.parts.watcher.settle();
    this.drain();
  }

  /** Resolves when the changes of one path, or of all paths that wait, are recorded. */
  async refresh(key?: string): Promise<void> {
    await this.caughtUp();
    await this.capture(key === undefined ? this.quiet.take({ all: true }) : this.quiet.takeOne(key));
  }

  /** Resolves when every change made before the call is recorded, or its file is written to all the time. */
  async flush(): Promise<void> {
    await this.scanning;
    await this.caughtUp();
    // What is taken meanwhile by others is awaited, too: captures stand in one line.
    for (let round = 0; round === 0 || (this.quiet.size > 0 && round < MAX_FLUSH_ROUNDS); round++)
      await this.capture(this.quiet.take({ all: true }));
  }

  /** Runs `work` while the index of the history has a copy that a backup may contain. */
  async duringBackup<T>(work: () => Promise<T>): Promise<T> {
    await this.client.call('snapshot', {}).catch(report);
    try {
      return await work();
    } finally {
      await this.client.call('resume', {}).catch(report);
    }
  }

  /** Runs `work`, which replaces the whole home, the history included. */
  async duringRestore<T>(work: () => Promise<T>): Promise<T> {
    await this.client.stop();
    this.known.clear();
    try {
      return await work();
    } finally {
      this.client.start();
    }
  }

  private begun(): void {
    this.scanning = this.parts.watcher.ready.then(() => this.client.call('scan', { author: NO_AUTHOR })).catch(report);
  }

  private scan(): void {
    const again = [...this.toForget];
    this.toForget.clear();
    for (const key of again) this.forgotten(key);
    const before = this.scanning;
    this.scanning = before.then(() => this.client.call('scan', { author: NO_AUTHOR })).catch(report);
  }

  /** What could not be recorded, for example on a full disk, is looked for again later. */
  private readonly missed = (error: Error): void => {
    report(error);
    this.rescan ??= setTimeout(() => {
      this.rescan = null;
      this.scan();
    }, RESCAN_MS).unref();
  };

  private async follow(): Promise<void> {
    await this.parts.watcher.ready;
    const { log } = this.parts.watcher;
    const never = new AbortController().signal;
    for (;;) {
      this.drain();
      await log.next(never);
    }
  }

  /** Takes what the watcher has reported since the last call. */
  private drain(): void {
    const { log } = this.parts.watcher;
    if (!log.has(this.reached)) {
      this.reached = log.seq;
      this.scan();
    }
    for (let event = log.after(this.reached); event; event = log.after(this.reached)) {
      this.reached = event.seq;
      this.see(event);
    }
  }

  private see({ change, root, path, dest, directory }: FileEvent): void {
    const author = this.parts.present();
    const key = keyOfEvent(root, path);
    if (change === Change.MOVED && dest) {
      const target = keyOfEvent(dest.root, dest.path);
      this.moved(key, target, author);
      if (target && key && directory) this.quiet.moved(key, target);
      this.note(target, author);
    }
    this.note(key, author);
  }

  private note(key: string | null, author: Author): void {
    if (key === null || this.isOwn(key)) return;
    if (!this.quiet.add(key, author)) this.scan();
    this.schedule();
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.capture(this.quiet.take()).then(() => this.quiet.size > 0 && this.schedule());
    }, CHECK_MS).unref();
  }

  /** Hands paths to the thread, a few at a time so that other requests find their turn. */
  private capture(taken: [string, Author][]): Promise<void> {
    const work = async () => {
      for (let from = 0; from < taken.length; from += KEYS_PER_CALL) {
        const keys = taken.slice(from, from + KEYS_PER_CALL);
        const { torn } = await this.client.call('changed', { keys }).catch((error: Error) => {
          this.missed(error);
          return { torn: [] as string[] };
        });
        for (const [key, author] of keys) if (torn.includes(key)) this.note(key, author);
      }
    };
    const mine = this.capturing.then(work);
    this.capturing = mine;
    return mine;
  }

  /** Whether the agent itself wrote what the file contains. */
  private isOwn(key: string): boolean {
    const stamp = this.own.get(key);
    if (stamp === undefined) return false;
    const file = `${this.parts.home.path}/${key}`;
    const stats = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats && stampOf(stats) === stamp) return true;
    this.own.delete(key);
    return false;
  }
}

function remember(stamps: Map<string, string>, key: string, stamp: string): void {
  stamps.delete(key);
  if (stamps.size >= MAX_KNOWN) stamps.delete(stamps.keys().next().value as string);
  stamps.set(key, stamp);
}

function keyOfEvent(root: number, path: readonly string[]): string | null {
  return isGenerated(path) ? null : [FOLDER_OF_ROOT[root], ...path].join('/');
}
