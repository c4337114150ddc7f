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

  /** Sets the statements sent in place of the next `START TRANSACTION`, with which TypeORM begins a transaction. */
  beginWith(statements: string): void {
    this.#beginning = statements;
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
    if (text === 'COMMIT') return send(text).then(kept);
    if (text !== 'START TRANSACTION' || !this.#beginning) return send(...statement);
    this.#begun = send(this.#beginning);
    this.#begun.catch(() => undefined);
    this.#beginning = undefined;
    return Promise.resolve();
  }
}

/** Postgres answers the commit of a failed transaction with ROLLBACK, not with an error. */
function kept(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'COMMIT')
    throw new Error('a statement failed unnoticed, and nothing of its transaction was kept');
  return result;
}
