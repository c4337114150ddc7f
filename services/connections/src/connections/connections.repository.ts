import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { findRow, findRows, repositoryOf, rowsOf } from '@zo/db';
import { LessThan } from 'typeorm';
import { Connection, Consent } from './connection.entity.js';

@Injectable()
export class ConnectionsRepository {
  all(ctx: Ctx): Promise<Connection[]> {
    return findRows(ctx, Connection, { where: { userId: ctx.userId } });
  }

  find(ctx: Ctx, appSlug: string): Promise<Connection | null> {
    return findRow(ctx, Connection, { where: { userId: ctx.userId, appSlug } });
  }

  /** The row stays locked until the transaction ends. */
  lock(ctx: Ctx, appSlug: string): Promise<Connection | null> {
    return repositoryOf(ctx, Connection).findOne({
      where: { userId: ctx.userId, appSlug },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** In place of the connection before. */
  async put(ctx: Ctx, row: Omit<Connection, 'createdAt' | 'generation' | 'state'>): Promise<void> {
    await repositoryOf(ctx, Connection).delete({ userId: ctx.userId, appSlug: row.appSlug });
    await repositoryOf(ctx, Connection).insert(row);
  }

  async change(
    ctx: Ctx,
    { id }: Connection,
    changes: Partial<Pick<Connection, 'sealed' | 'expiresAt' | 'generation' | 'state' | 'reads' | 'writes'>>,
  ): Promise<void> {
    await repositoryOf(ctx, Connection).update({ id, userId: ctx.userId }, changes);
  }

  async remove(ctx: Ctx, { id }: Connection): Promise<void> {
    await repositoryOf(ctx, Connection).delete({ id, userId: ctx.userId });
  }

  /** Removes the user's expired consents before. */
  async ask(ctx: Ctx, consent: Consent): Promise<void> {
    await repositoryOf(ctx, Consent).delete({ userId: ctx.userId, expiresAt: LessThan(new Date()) });
    await repositoryOf(ctx, Consent).insert(consent);
  }

  openConsents(ctx: Ctx): Promise<number> {
    return repositoryOf(ctx, Consent).countBy({ userId: ctx.userId });
  }

  /** Once, and only for the session that asked. */
  async take(ctx: Ctx, stateHash: string): Promise<Consent | undefined> {
    const [row] = await rowsOf<Consent>(
      ctx.tx!,
      `delete from consents where state_hash = $1 and user_id = $2 and session_id = $3 and expires_at > now()
       returning state_hash as "stateHash", user_id as "userId", session_id as "sessionId", app_slug as "appSlug",
         scopes, writes, verifier, expires_at as "expiresAt"`,
      [stateHash, ctx.userId, ctx.sessionId],
    );
    return row;
  }
}
