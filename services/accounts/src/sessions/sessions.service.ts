import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, owned } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { publish } from '@zo/events';
import { accountsEvents } from '@zo/proto/topics';
import { presentSession } from './session.presenter.js';
import { type ResolvedSession, SessionsRepository } from './sessions.repository.js';

const MAX_LISTED = 100;

/** Channel that announces ended sessions to processes with open connections. */
export const SESSION_ENDED = 'sessions:ended';

@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** Starts a session; returns the cookie's value, of which only the hash is stored. */
  async start(userId: string, userAgent: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const id = crypto.randomUUID();
    const ctx: Ctx = { userId, sessionId: id, actor: 'human', owner: false, requestId: crypto.randomUUID() };
    await this.database.tx(ctx, async (tx) => {
      await this.sessions.insert(tx, { id, tokenHash: digest(token), userAgent: userAgent.slice(0, 300) });
      audit(tx, 'session.started', { target: id });
    });
    return token;
  }

  /**
   * Returns the session and user of a cookie in one query, with a write at most every ten minutes. @throws
   * http.not_found
   */
  async resolve(cookie: string): Promise<ResolvedSession> {
    const found = await this.database.acrossTenants((tx) => this.sessions.resolve(tx, digest(cookie)));
    if (!found) throw errors.notFound();
    const { stale, ...session } = found;
    if (stale) await this.database.acrossTenants((tx) => this.sessions.touch(tx, session.sessionId));
    return session;
  }

  async list(ctx: Ctx) {
    const sessions = await this.database.read(ctx, (tx) => this.sessions.latest(tx, MAX_LISTED));
    return { sessions: sessions.map((session) => presentSession(session, ctx)) };
  }

  /** Ends one session of the user; its open connections are closed within seconds. */
  async end(ctx: Ctx, id: string): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      const session = owned(ctx, await this.sessions.byId(tx, id));
      await this.remove(tx, [session.id]);
      audit(tx, 'session.ended', { target: session.id });
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
    const others = await this.sessions.others(ctx);
    await this.remove(ctx, others);
    return others;
  }

  private async remove(tx: Ctx, sessionIds: string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    await this.sessions.remove(tx, sessionIds);
    publish(tx, accountsEvents, 'sessions.ended', { userId: tx.userId, sessionIds });
  }

  async tell(ended: readonly string[]): Promise<void> {
    for (const id of ended) await this.cache.publish(SESSION_ENDED, id);
  }
}

const digest = (cookie: string) => createHash('sha256').update(cookie).digest();
