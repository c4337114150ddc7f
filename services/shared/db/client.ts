/** The client of the pool: transactions begin without waiting for the answer, and a commit that kept nothing fails. */
import { logger } from '@zo/observability';
import pg from 'pg';

const log = logger('db');

export class PipelinedClient extends pg.Client {
  #beginning?: string;
  #begun?: Promise<unknown>;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
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

  override query(...statement: never[]): never {
    return this.#send(statement) as never;
  }

  #send(statement: never[]): unknown {
    const send = (...values: readonly unknown[]) => super.query(...(values as [never])) as Promise<pg.QueryResult>;
    const [text]: readonly unknown[] = statement;
    if (text === 'COMMIT') return send(text).then(assertCommitted);
    if (text !== 'START TRANSACTION' || !this.#beginning) return send(...statement);
    this.#begun = send(this.#beginning);
    this.#begun.catch(() => undefined);
    return Promise.resolve();
  }
}

/** Postgres answers the commit of a failed transaction with ROLLBACK, not with an error. */
function assertCommitted(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'COMMIT')
    throw new Error('a statement failed unnoticed, and nothing of its transaction was kept');
  return result;
}
