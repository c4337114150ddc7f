/** The client of the pool: transactions begin without waiting for the answer, and a commit that kept nothing fails. */
import type { Socket } from 'node:net';
import { logger } from '@zo/observability';
import pg from 'pg';
import { socketWithConnectTimeout } from './prepare.js';

const log = logger('db');

export class PipelinedClient extends pg.Client {
  #beginning?: string;
  #begun?: Promise<unknown>;
  #isHeld = false;
  #hasEnded = false;
  /** What is sent last in this turn of the event loop. */
  readonly #last: (() => void)[] = [];
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = socketWithConnectTimeout();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    // An `error` event without a listener would end the process. A running statement fails by itself.
    this.on('error', (error) => log.debug({ error }, 'database connection lost'));
  }

  /**
   * Runs `start`, which lets TypeORM begin a transaction, with these statements in place of its `START TRANSACTION`.
   * Resolves when they are sent; `begun` waits for the answer.
   */
  async beginWith(statements: string, start: () => Promise<void>): Promise<void> {
    this.#beginning = statements;
    try {
      await start();
    } finally {
      this.#beginning = undefined;
    }
  }

  /** Resolves when the statements of `beginWith` have run. @throws if they failed */
  async begun(): Promise<void> {
    await this.#begun;
  }

  /**
   * Begins a transaction that this turn of the event loop ends: all of it goes out together. Statements after that are
   * refused until `acceptAgain`. Resolves when the transaction has ended.
   */
  async beginForTurn(statements: string): Promise<void> {
    const begun = this.#send([statements as never]);
    const ended = new Promise((resolve) =>
      this.#last.push(() => {
        resolve(this.#send(['COMMIT' as never]));
        this.#hasEnded = true;
      }),
    );
    await Promise.all([begun, ended]);
  }

  /** For whoever has the client next. */
  acceptAgain(): void {
    this.#hasEnded = false;
  }

  override query(...statement: never[]): never {
    if (this.#hasEnded) throw new TransactionEndedError();
    return this.#send(statement) as never;
  }

  #send(statement: never[]): unknown {
    this.#hold();
    const send = (...values: readonly unknown[]) => super.query(...(values as [never])) as Promise<pg.QueryResult>;
    const [text]: readonly unknown[] = statement;
    if (text === 'COMMIT') return send(text).then(assertCommitted);
    if (text !== 'START TRANSACTION' || !this.#beginning) return send(...statement);
    this.#begun = send(this.#beginning);
    this.#begun.catch(() => undefined);
    return Promise.resolve();
  }

  /**
   * Sends what is written in this turn of the event loop by one system call: a transaction sends several statements
   * without waiting for answers, and a system call for each costs more than the statement.
   */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#socket.cork();
    // After the promises of this turn, which may send more.
    queueMicrotask(() =>
      process.nextTick(() => {
        for (const send of this.#last.splice(0)) send();
        this.#isHeld = false;
        this.#socket.uncork();
      }),
    );
  }
}

export class TransactionEndedError extends Error {
  constructor() {
    super('a statement came after the turn of the event loop that ended its transaction');
  }
}

/** Postgres answers the commit of a failed transaction with ROLLBACK, not with an error. */
function assertCommitted(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'COMMIT')
    throw new Error('a statement failed unnoticed, and nothing of its transaction was kept');
  return result;
}
