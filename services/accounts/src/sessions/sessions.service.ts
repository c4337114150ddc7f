import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, owned } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database, repositoryOf } from '@zo/db';
import { errors } from '@zo/errors';
import { Not } from 'typeorm';
import { Session } from './session.entity.js';
import { presentSession } from './session.presenter.js';

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

/** Channel that announces ended sessions to processes with open connections. */
export const SESSION_ENDED = 'sessions:ended';

@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** Starts a session; returns the cookie's value, of which only the hash is stored. */
  async start(userId: string, userAgent: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const id = crypto.randomUUID();
    const ctx: Ctx = { userId, sessionId: id, actor: 'human', owner: false, requestId: crypto.randomUUID() };
    await this.database.tx(ctx, async (tx) => {
      await repositoryOf(tx, Session).insert({
        id,
        userId,
        tokenHash: digest(token),
        userAgent: userAgent.slice(0, 300),
      });
      audit(tx, 'session.started', id);
    });
    return token;
  }

  /**
   * Returns the session and user of a cookie in one query, with a write at most every ten minutes. @throws
   * http.not_found
   */
  async resolve(cookie: string): Promise<ResolvedSession> {
    const rows = await this.database.acrossTenants(
      (tx): Promise<[{ session_id: string; user_id: string; handle: string; owner: boolean; stale: boolean }?]> =>
        tx.query(
          `select s.id session_id, u.id user_id, u.handle, u.owner, s.last_seen_at < now() - interval '${TOUCH_MINUTES} minutes' stale
           from sessions s join users u on u.id = s.user_id
           where s.token_hash = $1 and s.last_seen_at > now() - interval '${IDLE_DAYS} days'
             and s.created_at > now() - interval '${ABSOLUTE_DAYS} days'`,
          [digest(cookie)],
        ),
    );
    const row = rows[0];
    if (!row) throw errors.notFound();
    if (row.stale) await this.touch(row.session_id);
    return { sessionId: row.session_id, userId: row.user_id, handle: row.handle, owner: row.owner };
  }

  async list(ctx: Ctx) {
    const sessions = await this.database.read(ctx, (tx) =>
      repositoryOf(tx, Session).find({ order: { lastSeenAt: 'desc' }, take: 100 }),
    );
    return { sessions: sessions.map((session) => presentSession(session, ctx)) };
  }

  /** Ends one session of the user; its open connections are closed within seconds. */
  async end(ctx: Ctx, id: string): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      const repository = repositoryOf(tx, Session);
      const session = owned(ctx, await repository.findOneBy({ id }));
      await repository.delete({ id: session.id });
      audit(tx, 'session.ended', session.id);
    });
    await this.tell([id]);
  }

  /** Ends the session of the request. */
  async endCurrent(ctx: Ctx): Promise<void> {
    if (ctx.sessionId) await this.end(ctx, ctx.sessionId);
  }

  /**
   * Ends all other sessions of the user, in the context's transaction. Call `tell` with the returned ids after the
   * commit.
   */
  async endOthers(ctx: Ctx): Promise<string[]> {
    const repository = repositoryOf(ctx, Session);
    const others = await repository.find({
      select: { id: true },
      where: ctx.sessionId ? { id: Not(ctx.sessionId) } : {},
    });
    const ids = others.map(({ id }) => id);
    if (ids.length > 0) await repository.delete(ids);
    return ids;
  }

  async tell(ended: readonly string[]): Promise<void> {
    for (const id of ended) await this.cache.publish(SESSION_ENDED, id);
  }

  private async touch(id: string): Promise<void> {
    await this.database.acrossTenants((tx) => tx.update(Session, { id }, { lastSeenAt: () => 'now()' }));
  }
}

const digest = (cookie: string) => createHash('sha256').update(cookie).digest();
