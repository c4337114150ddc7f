import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Home } from '../../home/home.js';
import type { Watcher } from '../../watch/watcher.js';
import { Feed } from './feed.js';
import { IndexerProcess } from './indexer-process.js';
import type { IndexAnswer, IndexSearch, Request } from './messages.js';
import { INDEX_FILE, INDEX_FOLDER } from './place.js';

/** How long after its start a computer begins to index, so that waking stays fast. */
const START_MS = 500;
/** Changes are collected for so long. */
const COLLECT_MS = 200;
/** An indexer without work ends after this time, to give its memory back. */
const IDLE_MS = 60_000;
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 60_000;
/** How long a search waits for the index before it goes on without. */
const SEARCH_MS = 3_000;

/** Where the index is, and who makes it. */
export interface IndexOptions {
  home: Home;
  watcher: Watcher;
  /** Bundle of the indexer; empty: there is none, and searches read the files. */
  program: string;
  /** Bundle of the program that extracts text from documents; empty: they are found by their names only. */
  extractor: string;
  maxBytes: number;
}

/** The full-text index of the home, kept up to date by a child process that may end at any time. */
export class SearchIndex {
  private readonly feed: Feed;
  private readonly stop = new AbortController();
  private process: IndexerProcess | null = null;
  private idle: NodeJS.Timeout | null = null;
  private isWhole = false;
  /** Aborted when the indexer has ended by itself. */
  private ended = new AbortController();

  constructor(private readonly options: IndexOptions) {
    this.feed = new Feed(options.watcher);
    if (options.program) void this.run();
  }

  /** True while the index is made: files may be missing in it. */
  get isIncomplete(): boolean {
    if (this.options.program === '') return false;
    return !this.isWhole || this.ended.signal.aborted || (this.process?.hasWaiting ?? false);
  }

  private async run(): Promise<void> {
    const { signal } = this.stop;
    let failures = 0;
    await this.options.watcher.ready;
    await delay(START_MS, undefined, { signal, ref: false }).catch(() => undefined);
    while (!signal.aborted) {
      const began = Date.now();
      try {
        await this.follow();
      } catch (error) {
        if (signal.aborted) return;
        failures = Date.now() - began > MAX_RETRY_MS ? 1 : failures + 1;
        console.error('the index of files is made again', String(error));
        const wait = Math.min(MIN_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
        await delay(wait, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Compares everything once, then passes on every change. @throws Error when the indexer fails or ends */
  private async follow(): Promise<void> {
    const { log } = this.options.watcher;
    const ended = (this.ended = new AbortController());
    const woken = AbortSignal.any([this.stop.signal, ended.signal]);
    let reached = log.seq;
    await this.sweep();
    while (!this.stop.signal.aborted) {
      if (!log.has(reached)) {
        reached = log.seq;
        await this.sweep();
      }
      if (!log.after(reached)) {
        await log.next(woken);
        // What it had not written yet is lost, or all of it if it found the index damaged.
        if (ended.signal.aborted) throw new Error('The indexer has ended.');
        await delay(COLLECT_MS, undefined, { ref: false });
        continue;
      }
      const { changes, reached: next } = await this.feed.changesAfter(reached);
      if (changes.removed.length > 0) await this.ask({ kind: 'removed', paths: changes.removed });
      if (changes.entries.length > 0) await this.ask({ kind: 'entries', entries: changes.entries, haveChanged: true });
      reached = next;
    }
  }

  private async sweep(): Promise<void> {
    this.isWhole = false;
    await this.ask({ kind: 'sweep' });
    for await (const entries of this.feed.everything())
      await this.ask({ kind: 'entries', entries, haveChanged: false });
    await this.ask({ kind: 'swept' });
    this.isWhole = true;
  }

  private async ask(request: Request): Promise<IndexAnswer | undefined> {
    if (this.stop.signal.aborted) throw new Error('The computer stops.');
    if (!this.process || this.process.isGone) {
      const { home, program, maxBytes, extractor } = this.options;
      const file = join(home.path, INDEX_FOLDER, INDEX_FILE);
      const onExit = () => this.ended.abort();
      this.process = new IndexerProcess(program, { home: home.path, file, maxBytes, extractor, onExit });
    }
    const { process } = this;
    try {
      return await process.ask(request);
    } finally {
      this.restAfter(process);
    }
  }

  private restAfter(process: IndexerProcess): void {
    if (this.idle) clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      if (!process.isBusy) process.rest();
      else if (!process.isGone) this.restAfter(process);
    }, IDLE_MS).unref();
  }

  /** Files that match; null when the index cannot answer now. */
  search(search: IndexSearch): Promise<IndexAnswer | null> {
    return this.inTime({ kind: 'search', search });
  }

  /** Documents that have the text of the query inside of words; null when the index cannot answer now. */
  inside(search: IndexSearch): Promise<IndexAnswer | null> {
    return this.inTime({ kind: 'inside', search });
  }

  private async inTime(request: Request): Promise<IndexAnswer | null> {
    if (!this.options.program) return null;
    const late = delay(SEARCH_MS, null, { ref: false });
    const found = this.ask(request).then(
      (answer) => answer ?? null,
      () => null,
    );
    return Promise.race([found, late]);
  }

  /** Ends the indexer, so that nothing writes to the disk any more. */
  async close(): Promise<void> {
    this.stop.abort();
    await this.process?.kill();
  }
}
