/** Who sent a request: resolves the cookie at accounts and caches the result for a few seconds. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { SessionService } from '@zo/proto/accounts/v1';
import { type NonceHolder, nonceKey, sessionCookieName, systemCtx, type TokenSubject } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { errors } from '@zo/errors';
import { asCaller, serviceTransport } from '@zo/rpc';
import type { IncomingMessage } from 'node:http';

/** How long an ended session may still be accepted if the message about its end is lost. */
export const REMEMBER_MS = 5_000;
/** Longer than it takes to admit any request. */
const ENDED_MS = 60_000;
export const MAX_REMEMBERED = 10_000;
/** The gateway calls accounts on behalf of no user. */
export const ANONYMOUS = '00000000-0000-0000-0000-000000000000';
/** Published by accounts with the id of each session that ends. */
const SESSION_ENDED = 'sessions:ended';

export type SessionUser = TokenSubject & { readonly sessionId: string };

export class Sessions {
  /**
   * Sessions that ended recently, and until when to remember that: a lookup that began before the end may finish after
   * it.
   */
  private readonly ended = new Map<string, number>();
  private readonly known = new Map<string, { visitor: SessionUser | undefined; until: number }>();
  private readonly accounts: Client<typeof SessionService>;
  private readonly cookieName: string;

  constructor(private readonly platform: Platform) {
    this.accounts = createClient(SessionService, serviceTransport('accounts', platform.config.ZO_ACCOUNTS_URL));
    this.cookieName = sessionCookieName(platform.config.ZO_PUBLIC_URL);
  }

  /** Calls back when a session has ended anywhere, and when such a message may have been lost. */
  async onEnd(callback: (sessionId: string) => void, missed: () => void): Promise<void> {
    await this.platform.cache.subscribe(
      SESSION_ENDED,
      (sessionId) => {
        const now = Date.now();
        for (const [id, until] of this.ended) if (until < now) this.ended.delete(id);
        this.ended.set(sessionId, now + ENDED_MS);
        for (const [cookie, { visitor }] of this.known) if (visitor?.sessionId === sessionId) this.known.delete(cookie);
        callback(sessionId);
      },
      () => {
        this.known.clear();
        missed();
      },
    );
  }

  hasEnded(sessionId: string): boolean {
    return this.ended.has(sessionId);
  }

  /** The signed-in user of a request, or undefined. */
  async of({ headers }: Pick<IncomingMessage, 'headers'>): Promise<SessionUser | undefined> {
    const cookie = readCookie(headers.cookie, this.cookieName);
    if (!cookie) return undefined;
    const known = this.known.get(cookie);
    if (known && known.until > Date.now()) return known.visitor;
    const found = await this.resolve(cookie);
    const visitor = found && !this.hasEnded(found.sessionId) ? found : undefined;
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(cookie, { visitor, until: Date.now() + REMEMBER_MS });
    return visitor;
  }

  /** Uses up a websocket nonce. It is valid only together with the cookie of the session that it was issued to. */
  async takeNonce(nonce: string, request: IncomingMessage): Promise<SessionUser | undefined> {
    const stored = await this.platform.cache.take(nonceKey(nonce));
    const visitor = await this.of(request);
    if (!stored || !visitor) return undefined;
    const holder = JSON.parse(stored) as NonceHolder;
    return holder.sessionId === visitor.sessionId && holder.userId === visitor.userId ? visitor : undefined;
  }

  private async resolve(cookie: string): Promise<SessionUser | undefined> {
    try {
      const session = await this.accounts.resolve(
        { cookie },
        await asCaller(this.platform.issuer, 'accounts', systemCtx(ANONYMOUS)),
      );
      return { userId: session.userId, sessionId: session.sessionId, actor: 'human', owner: session.owner };
    } catch (error) {
      if (ConnectError.from(error).code === Code.InvalidArgument || ConnectError.from(error).code === Code.NotFound)
        return undefined;
      // The user cannot be identified right now, for whatever reason: not an error of the request.
      throw errors.unavailable({ what: 'The account' }, { cause: error });
    }
  }
}

/** The value of a cookie; of several with one name the first, because browsers send the most specific first. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value) return /^[\w-]{43}$/.test(value) ? value : undefined;
  }
  return undefined;
}
