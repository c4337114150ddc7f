/** The internal token: names the user the gateway has authenticated, valid for one service and one minute. */
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { errors } from '@zo/errors';
import type { Actor, Ctx } from './context.js';
import type { SigningKey, TokenKeys } from './keys.js';
import { knownScopes, type Scope } from './scopes.js';

const LIFETIME_S = 60;
const ISSUER = 'zo';
const claims = z.object({
  sub: z.uuid(),
  sid: z.string().optional(),
  actor: z.enum(['human', 'agent', 'schedule', 'email', 'sms', 'api', 'system']),
  scp: z.array(z.string()).optional(),
  own: z.boolean().default(false),
  rid: z.string(),
  exp: z.number(),
});

export interface TokenSubject {
  readonly userId: string;
  readonly sessionId?: string;
  readonly actor: Actor;
  readonly owner: boolean;
  readonly scopes?: readonly Scope[];
}

/** Mints internal tokens and reuses each for half its lifetime, because signing costs more than most requests. */
export class TokenIssuer {
  private readonly signing: SigningKey;
  private readonly recent = new Map<string, { token: Promise<string>; until: number }>();

  constructor({ signing }: TokenKeys) {
    if (!signing) throw new Error('minting internal tokens needs the private key');
    this.signing = signing;
  }

  /** Requests at once share one token, which is checked once, too. */
  mint(audience: string, subject: TokenSubject): Promise<string> {
    const { userId, sessionId = '', actor, owner, scopes } = subject;
    const cacheKey = [audience, userId, sessionId, actor, owner, scopes].join('|');
    const now = Date.now();
    const known = this.recent.get(cacheKey);
    if (known && known.until > now) return known.token;
    if (this.recent.size > 10_000) this.recent.clear();
    const token = this.sign(audience, subject);
    this.recent.set(cacheKey, { token, until: now + (LIFETIME_S * 1000) / 2 });
    token.catch(() => this.recent.delete(cacheKey));
    return token;
  }

  private sign(audience: string, { userId, sessionId, actor, owner, scopes }: TokenSubject): Promise<string> {
    return new SignJWT({ sid: sessionId, actor, own: owner, scp: scopes, rid: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'EdDSA', kid: this.signing.kid })
      .setIssuer(ISSUER)
      .setSubject(userId)
      .setAudience(audience)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_S}s`)
      .sign(this.signing.key);
  }
}

/** Checks signature, audience and expiry of a token and builds the context of the request. */
export class TokenVerifier {
  /**
   * Finds the key by `kid`. A token without `kid`, as older releases minted it, is accepted while there is only one
   * key.
   */
  private readonly keyOf: ReturnType<typeof createLocalJWKSet>;
  private readonly known = new Map<string, { ctx: Omit<Ctx, 'requestId'>; until: number }>();
  private readonly checking = new Map<string, Promise<Omit<Ctx, 'requestId'>>>();

  constructor(
    private readonly audience: string,
    { accepted }: TokenKeys,
  ) {
    this.keyOf = createLocalJWKSet(accepted);
  }

  /** @throws http.signed_out unless the token is valid and was minted for this service */
  async verify(authorization: string | undefined, requestId?: string): Promise<Ctx> {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (!token) throw errors.signedOut();
    const known = this.known.get(token);
    if (known && known.until > Date.now()) return { ...known.ctx, requestId: requestId ?? crypto.randomUUID() };
    const checking = this.checking.get(token) ?? this.check(token).finally(() => this.checking.delete(token));
    this.checking.set(token, checking);
    const ctx = await checking;
    return { ...ctx, requestId: requestId ?? crypto.randomUUID() };
  }

  private async check(token: string): Promise<Omit<Ctx, 'requestId'>> {
    try {
      const options = { issuer: ISSUER, audience: this.audience, algorithms: ['EdDSA'] };
      const { payload } = await jwtVerify(token, this.keyOf, options);
      const { sub, sid, actor, own, scp, exp } = claims.parse(payload);
      const ctx = { userId: sub, sessionId: sid, actor, owner: own, ...(scp && { scopes: knownScopes(scp) }) };
      if (this.known.size > 10_000) this.known.clear();
      this.known.set(token, { ctx, until: exp * 1000 });
      return ctx;
    } catch (error) {
      throw errors.signedOut({}, { cause: error });
    }
  }
}
