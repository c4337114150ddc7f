import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import { type EntityManager, Not } from 'typeorm';
import { Session } from './session.entity.js';

/** Idle and absolute lifetime of a session, in days. */
const IDLE_DAYS = 14;
const ABSOLUTE_DAYS = 90;
/** Minimum interval between updates of a session's last use. */
const TOUCH_MINUTES = 10;

export interface ResolvedSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly handle: string;
  readonly owner: boolean;
}

// Begins every request of a browser: one prepared statement, and the database's clock.
const RESOLVE = `select s.id as "sessionId", u.id as "userId", u.handle, u.owner,
    s.last_seen_at < now() - interval '${TOUCH_MINUTES} minutes' as stale
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.last_seen_at > now() - interval '${IDLE_DAYS} days'
    and s.created_at > now() - interval '${ABSOLUTE_DAYS} days'`;

const REMOVE_EXPIRED = `delete from sessions where id in (
    select id from sessions where last_seen_at <= now() - interval '${IDLE_DAYS} days'
      or created_at <= now() - interval '${ABSOLUTE_DAYS} days'
    limit 500 for update skip locked)
  returning id, user_id as "userId"`;

@Injectable()
export class SessionsRepository {
  async insert(ctx: Ctx, session: Pick<Session, 'id' | 'tokenHash' | 'userAgent'>): Promise<void> {
    await repositoryOf(ctx, Session).insert({ ...session, userId: ctx.userId });
  }

  /** Returns the live session of a token; `stale` if its last use should be updated. */
  async resolve(tx: EntityManager, tokenHash: Buffer): Promise<(ResolvedSession & { stale: boolean }) | undefined> {
    return (await rowsOf<ResolvedSession & { stale: boolean }>(tx, RESOLVE, [tokenHash]))[0];
  }

  async touch(tx: EntityManager, id: string): Promise<void> {
    await tx.update(Session, { id }, { lastSeenAt: () => 'now()' });
  }

  /** The sessions of the user, last used first. */
  latest(ctx: Ctx, limit: number): Promise<Session[]> {
    return repositoryOf(ctx, Session).find({ order: { lastSeenAt: 'desc' }, take: limit });
  }

  byId(ctx: Ctx, id: string): Promise<Session | null> {
    return repositoryOf(ctx, Session).findOneBy({ id });
  }

  async remove(ctx: Ctx, ids: readonly string[]): Promise<void> {
    await repositoryOf(ctx, Session).delete([...ids]);
  }

  /** Of all users; some of them, if there are many. */
  removeExpired(tx: EntityManager): Promise<{ id: string; userId: string }[]> {
    return rowsOf(tx, REMOVE_EXPIRED, []);
  }

  /** Ids of the user's sessions except the one of the request. */
  async others(ctx: Ctx): Promise<string[]> {
    const where = ctx.sessionId ? { id: Not(ctx.sessionId) } : {};
    const sessions = await repositoryOf(ctx, Session).find({ select: { id: true }, where });
    return sessions.map(({ id }) => id);
  }
}
