/** Starts the thread of the history and talks to it. */
import { Worker } from 'node:worker_threads';
import type { CallName, HistoryCalls, HistoryOptions, HistoryRequest, HistoryResponse } from './messages.js';

const MAX_HEAP_MB = 192;
const RESTART_MS = 5_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class HistoryClient {
  private worker: Worker | null = null;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();
  private isClosed = false;

  /** `begun` is called after each start of the thread, also after it has failed. */
  constructor(
    private readonly options: () => HistoryOptions,
    private readonly begun: () => void,
  ) {}

  start(): void {
    this.isClosed = false;
    const worker = new Worker(new URL(/* webpackChunkName: "history" */ './thread/program.js', import.meta.url), {
      workerData: this.options(),
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.worker = worker;
    worker.on('message', ({ id, value, error }: HistoryResponse) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
      else waiting?.resolve(value);
    });
    worker.on('error', (error) => console.error('the history of files failed', error));
    worker.once('exit', () => this.ended());
    worker.unref();
    this.begun();
  }

  /** Resolves once what the request records is durable. @throws Error when it could not be done */
  call<Name extends CallName>(
    name: Name,
    body: Parameters<HistoryCalls[Name]>[0],
  ): Promise<ReturnType<HistoryCalls[Name]>> {
    const { worker } = this;
    if (!worker) return Promise.reject(new Error('the history of files is not running'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      worker.postMessage({ id, name, body } satisfies HistoryRequest);
    });
  }

  async stop(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
  }

  private ended(): void {
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error('the history of files ended'));
    this.waiting.clear();
    if (!this.isClosed) setTimeout(() => this.isClosed || this.start(), RESTART_MS).unref();
  }
}
