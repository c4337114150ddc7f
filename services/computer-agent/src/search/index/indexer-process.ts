import { type ChildProcess, spawn } from 'node:child_process';
import type { IndexAnswer, Notice, Received, Request, Sent } from './messages.js';

/** Megabytes of its heap; a file of 1 MiB needs a few of them. */
const HEAP_MB = 96;

interface Waiting {
  resolve: (answer: IndexAnswer | undefined) => void;
  reject: (error: Error) => void;
}

export interface IndexerOptions {
  home: string;
  /** The index; made when it is missing. */
  file: string;
  maxBytes: number;
  /** Bundle of the program that extracts text from documents; empty: there is none. */
  extractor: string;
  /** Called when the process ends by itself. */
  onExit: () => void;
}

/** One run of the indexer: requests with their answers over the channel, until it exits. */
export class IndexerProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  isGone = false;
  /** Documents wait for their text. */
  hasWaiting = false;

  /** @param program bundle of the indexer */
  constructor(program: string, { home, file, maxBytes, extractor, onExit }: IndexerOptions) {
    this.child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${HEAP_MB}`,
        '--max-semi-space-size=2',
        '--v8-pool-size=1',
        '--no-warnings',
        program,
        home,
        file,
        String(maxBytes),
        extractor,
      ],
      // No secret of the agent, and no mark of the user's own programs.
      { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'json' },
    );
    // It must not keep the agent alive.
    this.child.unref();
    this.child.channel?.unref();
    this.child.on('message', (message: Received | Notice) => {
      if ('hasWaiting' in message) {
        this.hasWaiting = message.hasWaiting;
        return;
      }
      const { id, ...response } = message;
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (response.ok) waiting?.resolve(response.answer);
      else waiting?.reject(new Error(response.error));
    });
    const end = () => {
      if (this.isGone) return;
      this.isGone = true;
      for (const { reject } of this.waiting.values()) reject(new Error('The indexer has ended.'));
      this.waiting.clear();
      onExit();
    };
    this.child.once('error', end).once('exit', end);
  }

  get isBusy(): boolean {
    return this.waiting.size > 0 || this.hasWaiting;
  }

  ask(request: Request): Promise<IndexAnswer | undefined> {
    if (this.isGone) return Promise.reject(new Error('The indexer has ended.'));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.send({ id, ...request } satisfies Sent, (error) => {
        if (error && this.waiting.delete(id)) reject(error);
      });
    });
  }

  /** Ends it when it has nothing to do. */
  rest(): void {
    this.isGone = true;
    if (this.child.connected) this.child.disconnect();
  }

  /** Resolves once the process has ended. */
  kill(): Promise<void> {
    if (this.isGone) return Promise.resolve();
    const gone = new Promise<void>((done) => this.child.once('exit', () => done()).once('error', () => done()));
    this.child.kill('SIGKILL');
    return gone;
  }
}
