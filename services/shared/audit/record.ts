import type { Ctx } from '@zo/auth';
import { atCommit } from '@zo/db';
import type { AuditAction, AuditActions } from './actions.js';

/**
 * Records a change inside the `Database.tx` that makes it. The row is sent together with the commit, so it costs no
 * extra round trip and exists exactly if the change does. `target` is the id of what was changed, or the path of a
 * file; the details stand beside it.
 */
export function audit<A extends AuditAction>(
  ctx: Ctx,
  action: A,
  { target, ...details }: { readonly target: string } & AuditActions[A],
): void {
  const values = [ctx.userId, ctx.actor, ctx.sessionId ?? '', ctx.requestId, action, target, JSON.stringify(details)];
  atCommit(ctx, 'select audit.append($1, $2, $3, $4, $5, $6, $7)', values);
}
