import type { Ctx } from '@zo/auth';
import { atCommit } from '@zo/db';
import type { AuditAction, AuditActions } from './actions.js';

/**
 * Writes down a change inside the `Database.tx` that makes it: the row travels with the commit, costs no round trip of its
 * own, and is there exactly when the change is. `target` is the id, or for files the address, of what was changed.
 */
export function audit<A extends AuditAction>(
  ctx: Ctx,
  action: A,
  target: string,
  ...[details]: object extends AuditActions[A] ? [] : [details: AuditActions[A]]
): void {
  const values = [
    ctx.userId,
    ctx.actor,
    ctx.sessionId ?? '',
    ctx.requestId,
    action,
    target,
    JSON.stringify(details ?? {}),
  ];
  atCommit(ctx, 'select audit.append($1, $2, $3, $4, $5, $6, $7)', values);
}
