/** The user, request and transaction of a call. First argument of every service method. */
import type { EntityManager } from 'typeorm';
import type { Scope } from './scopes.js';

export type Actor = 'human' | 'agent' | 'schedule' | 'email' | 'sms' | 'api' | 'system';

export interface Ctx {
  /** The user on whose behalf the call runs: subject of the token, tenant of every row. */
  readonly userId: string;
  readonly sessionId?: string;
  readonly actor: Actor;
  /** What a program may do with its token; only with the actor `api`. */
  readonly scopes?: readonly Scope[];
  /** True for the user who set this installation up. */
  readonly owner: boolean;
  readonly requestId: string;
  /** Set by `Database.tx`; repositories read and write through it. */
  readonly tx?: EntityManager;
  /** Events published in this transaction; `Database.tx` writes them to the log as its last statement. */
  readonly outbox?: OutboxEvent[];
  /** Statements sent together with the commit of this transaction; see `atCommit` in db. */
  readonly closing?: Statement[];
}

/** SQL with the placeholders `$1`… and their values. */
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
  /** Trace context of the action that published the event. */
  readonly traceparent?: string;
}

/** A context for background work (consumers, sweeps) on behalf of one user. */
export function systemCtx(userId: string, requestId: string = crypto.randomUUID()): Ctx {
  return { userId, actor: 'system', owner: false, requestId };
}
