/** The thread of the history. Everything in it is synchronous; the event loop of the agent never waits for it. */
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { Folder } from '../../home/folder.js';
import { ignore } from '../keys.js';
import type { CallName, HistoryCalls, HistoryOptions, HistoryRequest, HistoryResponse } from '../messages.js';
import { Capture } from './capture.js';
import { changesBetween } from './changes.js';
import { filesBelow, momentsBelow } from './folder-queries.js';
import { forget } from './forget.js';
import { isFullDisk } from './full-disk.js';
import { countLines } from './lines.js';
import { mark, marksOfRun, markRun } from './marks.js';
import { originsOf, passBelow } from './origins.js';
import { broughtIn, deletedBelow, hasVersion, lastChangedBy, versionsOf } from './queries.js';
import { SNAPSHOT, Store } from './store.js';
import { tidy } from './tidy.js';

/** Below programs of the user, but not so far that a save waits for them. */
const NICE = 5;
/** Background work gives way to requests after this time. */
const TURN_MS = 20;
/** Requests answered by one transaction. */
const MAX_BATCH = 256;
const TIDY_MS = 3_600_000;

/** Work of more than a moment. */
const LONG: ReadonlySet<CallName> = new Set(['scan', 'tidy', 'keep', 'snapshot', 'lines']);
type QuickName = Exclude<CallName, 'scan' | 'tidy' | 'keep' | 'snapshot' | 'lines'>;
type Handlers = { [Name in QuickName]: (body: Parameters<HistoryCalls[Name]>[0]) => ReturnType<HistoryCalls[Name]> };
type LongBody = Parameters<HistoryCalls['keep']>[0] & Parameters<HistoryCalls['lines']>[0];
interface Job {
  /** What it returns is the answer. */
  readonly steps: Generator<void, unknown>;
  /** Whether the steps are recorded together by the caller; otherwise they commit on their own. */
  readonly shared: boolean;
  readonly done: (error?: Error, value?: unknown) => void;
}

/** Requests come first, in their order; long work is done in turns between them. */
class HistoryThread {
  private readonly queue: HistoryRequest[] = [];
  private readonly jobs: Job[] = [];
  private isScheduled = false;
  private isHeld = false;
  private readonly store: Store;
  private readonly capture: Capture;
  private readonly folder: string;
  private keepDays: number;

  constructor(
    private readonly port: MessagePort,
    { home, ...choices }: HistoryOptions,
  ) {
    this.folder = join(home, '.computer', 'history');
    this.store = Store.open(this.folder, choices.limitBytes);
    this.keepDays = choices.keepDays;
    ignore(choices.ignored);
    this.capture = new Capture(Folder.root(home), this.store);
  }

  start(): void {
    this.port.on('message', (request: HistoryRequest) => {
      this.queue.push(request);
      this.schedule();
    });
    setInterval(() => this.tidy(() => undefined), TIDY_MS).unref();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.turn();
      if (this.queue.length > 0 || this.nextJob()) this.schedule();
    });
  }

  private turn(): void {
    if (this.queue.length > 0) this.answer(this.queue.splice(0, MAX_BATCH));
    this.work();
  }

  /** Answers requests in their order. What they record is durable before any of them is answered. */
  private answer(batch: HistoryRequest[]): void {
    let responses: HistoryResponse[] = [];
    try {
      this.store.commit(() => {
        responses = batch.flatMap((request) => this.respond(request));
      });
    } catch (error) {
      if (!isFullDisk(error)) console.error('the history of files could not be written', error);
      responses = batch.map(({ id }) => ({ id, error: failureOf(error) }));
    }
    for (const response of responses) this.port.postMessage(response);
  }

  private respond({ id, name, body }: HistoryRequest): HistoryResponse[] {
    if (LONG.has(name)) {
      this.begin(name, body as never, (error, value) =>
        this.port.postMessage({ id, value, ...(error && { error: failureOf(error) }) }),
      );
      return [];
    }
    try {
      return [{ id, value: (this.handlers[name as QuickName] as (body: unknown) => unknown)(body) }];
    } catch (error) {
      // Without room nothing of this batch is recorded.
      if (isFullDisk(error)) throw error;
      console.error(`the history of files could not do "${name}"`, error);
      return [{ id, error: failureOf(error) }];
    }
  }

  private begin(name: CallName, body: LongBody, done: Job['done']): void {
    const { author } = body;
    if (name === 'tidy') this.tidy(done);
    else if (name === 'scan') {
      this.jobs.push({ steps: this.capture.walk(author), shared: true, done });
      // Computers that sleep often do not live to the next hour.
      this.tidy(() => undefined);
    }
    // What is about to be replaced, or what a backup waits for, comes before other work.
    else if (name === 'keep') this.jobs.unshift({ steps: this.lookAt(body), shared: true, done });
    else if (name === 'lines') this.jobs.unshift({ steps: countLines(this.store, body), shared: true, done });
    else this.jobs.unshift({ steps: this.snapshot(), shared: false, done });
  }

  private *lookAt({ key, author, of = '' }: LongBody): Generator<void> {
    this.capture.look(key, author);
    yield* this.capture.walk(author, key);
    if (of !== '') yield* passBelow(this.store, of, key);
  }

  private tidy(done: Job['done']): void {
    if (this.isHeld) return done();
    this.jobs.push({ steps: tidy(this.store, { keepDays: this.keepDays }), shared: false, done });
    this.schedule();
  }

  /** While a backup is made, packs stay as they are: tidying up waits. */
  private nextJob(): Job | undefined {
    return this.jobs.find(({ shared }) => shared || !this.isHeld);
  }

  /** Continues the first job for one turn. */
  private work(): void {
    const job = this.nextJob();
    if (!job) return;
    const end = performance.now() + TURN_MS;
    const go = () => {
      while (performance.now() < end) {
        const { done, value } = job.steps.next();
        if (done) return { value };
      }
      return null;
    };
    try {
      const ended = job.shared ? this.store.commit(go) : go();
      if (!ended) return;
      this.jobs.splice(this.jobs.indexOf(job), 1);
      job.done(undefined, ended.value);
    } catch (error) {
      if (!isFullDisk(error)) console.error('the history of files could not be written', error);
      this.jobs.splice(this.jobs.indexOf(job), 1);
      job.done(error as Error);
    }
  }

  private readonly handlers: Handlers = {
    wrote: ({ key, author, content, ...file }) => {
      if (!content) this.capture.look(key, author);
      else this.store.wrote(key, { ...file, bytes: content, size: content.length }, author);
    },
    moved: ({ from, to, author }) => this.store.moved(from, to, author),
    removed: ({ key, author }) => this.store.removed(key, author),
    forgotten: ({ key }) => forget(this.store, key),
    changed: ({ keys }) => ({
      torn: keys.flatMap(([key, author]) => (this.capture.look(key, author) === 'torn' ? [key] : [])),
    }),
    versions: (request) => versionsOf(this.store, request),
    origins: ({ key }) => originsOf(this.store, key),
    deleted: (request) => deletedBelow(this.store, request),
    broughtIn: ({ conversation }) => broughtIn(this.store, conversation),
    changedBy: ({ actor }) => lastChangedBy(this.store, actor),
    changes: (request) => changesBetween(this.store, request),
    moments: (request) => momentsBelow(this.store, request),
    folderFiles: (request) => filesBelow(this.store, request),
    read: ({ key, seq }) => (hasVersion(this.store, key, seq) ? this.store.read(seq) : null),
    mark: () => mark(this.store),
    markRun: (request) => markRun(this.store, request),
    run: ({ runId }) => marksOfRun(this.store, runId),
    usage: () => this.store.usage(),
    configure: ({ limitBytes, keepDays, ignored }) => {
      this.store.limit(limitBytes);
      this.keepDays = keepDays;
      ignore(ignored);
      this.tidy(() => undefined);
    },
    resume: () => {
      this.isHeld = false;
      fs.rmSync(join(this.folder, SNAPSHOT), { force: true });
    },
  };

  // oxlint-disable-next-line require-yield -- A job is a generator; this one has a single step.
  private *snapshot(): Generator<void> {
    this.isHeld = true;
    const file = join(this.folder, SNAPSHOT);
    fs.rmSync(file, { force: true });
    this.store.index.database.prepare('vacuum into ?').run(file);
  }
}

const failureOf = (error: unknown) => ({
  message: (error as Error).message,
  code: isFullDisk(error) ? 'ENOSPC' : undefined,
});

/** Runs in the worker thread until the agent ends. */
export function serveHistory(port: MessagePort, options: HistoryOptions): void {
  try {
    // On Linux this is the priority of the calling thread.
    os.setPriority(NICE);
  } catch (error) {
    console.error('the history of files runs at normal priority', error);
  }
  new HistoryThread(port, options).start();
}
