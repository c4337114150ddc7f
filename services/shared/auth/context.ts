/** Who asks, for which request, in which transaction. First argument of every service method. */
import type { EntityManager } from 'typeorm';

export type Actor = 'human' | 'agent' | 'schedule' | 'email' | 'sms' | 'system';

export interface Ctx {
  /** The person on whose behalf this happens: subject of the token, tenant of every row. */
  readonly userId: string;
  readonly sessionId?: string;
  readonly actor: Actor;
  /** The person who set this installation up. */
  readonly owner: boolean;
  readonly requestId: string;
  /** Set by `Database.tx`; repositories read and write through it. */
  readonly tx?: EntityManager;
  /** Facts published in this transaction, written to the log as its last statement. */
  readonly outbox?: OutboxEvent[];
  /** Statements that travel with the commit of this transaction: `atCommit` of db. */
  readonly closing?: Statement[];
}

/** SQL with `$1`… and its values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface OutboxEvent {
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  readonly id: string;
  readonly payload: Uint8Array;
  /** Of the action that published it. */
  readonly traceparent?: string;
}

/** A context for work no person asked for right now (consumers, sweeps) on behalf of one user. */
export function systemCtx(userId: string, requestId: string = crypto.randomUUID()): Ctx {
  return { userId, actor: 'system', owner: false, requestId };
}
