import { type ChildProcess, spawn } from 'node:child_process';
import { ErrorReason } from '@zo/proto/agent/v1';
import { agentError, invalid } from '../errors.js';
import { residentBytes } from '../programs/usage.js';
import {
  type Received,
  type Sent,
  TableError,
  type TableFormat,
  type TableWindow,
  type WindowRequest,
} from './messages.js';

/** Megabytes of its heap. */
const HEAP_MB: Record<TableFormat, number> = {
  csv: 192,
  tsv: 192,
  jsonl: 192,
  json: 512,
  sqlite: 192,
  excel: 512,
  parquet: 384,
  lines: 192,
};
/** Megabytes of all its memory: beside the heap there are buffers. */
const OVERHEAD_MB = 192;
const WATCH_MS = 100;
const TOO_SLOW = 'Reading this took too long. Filter first, or use a smaller file.';

interface Waiting {
  resolve: (window: TableWindow) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

export interface TableProcessOptions {
  /** Bundle of the program. */
  program: string;
  format: TableFormat;
  /** The open file; the caller closes it. */
  fd: number;
  args: readonly string[];
  /** An answer that takes longer ends the process. */
  answerMs: number;
  onExit: () => void;
}

/** The process has ended without an answer: something else ended it, or it needed more than its limits. */
export class ReaderEnded extends Error {}

/** One run of the program that reads a table. */
export class TableProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private readonly watch: NodeJS.Timeout;
  private lastId = 0;
  isGone = false;

  constructor(private readonly options: TableProcessOptions) {
    const { program, format, fd, args, onExit } = options;
    this.child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${HEAP_MB[format]}`,
        '--max-semi-space-size=4',
        '--v8-pool-size=1',
        '--no-warnings',
        program,
        format,
        ...args,
      ],
      // No secret of the agent, and no mark of the user's own programs. A fatal error of V8 is not for our log.
      { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'ipc', fd], serialization: 'advanced' },
    );
    // It must not keep the agent alive.
    this.child.unref();
    this.child.channel?.unref();
    this.child.on('message', (message: Received) => this.take(message));
    this.child.once('error', () => this.end(onExit)).once('exit', () => this.end(onExit));
    const limit = (HEAP_MB[format] + OVERHEAD_MB) * 1024 * 1024;
    this.watch = setInterval(() => this.stopOver(limit), WATCH_MS).unref();
  }

  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  private take(message: Received): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    clearTimeout(waiting.timer);
    if ('window' in message) return waiting.resolve(message.window);
    waiting.reject(
      message.refusal === 'unexpected' ? new Error(message.message) : new TableError(message.refusal, message.message),
    );
  }

  private end(onExit: () => void): void {
    if (this.isGone && this.waiting.size === 0) return;
    this.isGone = true;
    clearInterval(this.watch);
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new ReaderEnded());
    }
    this.waiting.clear();
    onExit();
  }

  private stopOver(limit: number): void {
    if (residentBytes(this.child.pid ?? 0) > limit) this.kill();
  }

  /** @throws ReaderEnded, and ConnectError for the user */
  async ask(request: WindowRequest): Promise<TableWindow> {
    const id = ++this.lastId;
    try {
      return await new Promise<TableWindow>((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(agentError(ErrorReason.UNREADABLE, TOO_SLOW));
          this.kill();
        }, this.options.answerMs);
        this.waiting.set(id, { resolve, reject, timer });
        this.child.send({ id, ...request } satisfies Sent, (error) => {
          if (error) this.end(this.options.onExit);
        });
      });
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      throw error.refusal === 'invalid' ? invalid(error.message) : agentError(ErrorReason.UNREADABLE, error.message);
    }
  }

  kill(): void {
    this.isGone = true;
    clearInterval(this.watch);
    this.child.kill('SIGKILL');
  }
}
