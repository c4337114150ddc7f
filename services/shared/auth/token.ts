/** The internal token: who the gateway says is asking, good for one service and one minute. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { type CryptoKey, importPKCS8, importSPKI, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { secretFile } from '../config/index.js';
import { errors } from '../errors/index.js';
import type { Actor, Ctx } from './context.js';

const LIFETIME_S = 60;
const ISSUER = 'zo';
const claims = z.object({
  sub: z.uuid(),
  sid: z.string().optional(),
  actor: z.enum(['human', 'agent', 'schedule', 'email', 'sms', 'system']),
  own: z.boolean().default(false),
  rid: z.string(),
  exp: z.number(),
});

export interface TokenKeys {
  /** PKCS #8 PEM of an Ed25519 key; only who mints needs it. */
  readonly privateKey?: string;
  /** SPKI PEM. */
  readonly publicKey: string;
}

/** Reads the installation's key pair from `<data>/secrets`, making it on the first start. */
export function loadTokenKeys(dataFolder: string): TokenKeys {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const privateKey = secretFile(dataFolder, 'internal-token.pem', make).toString();
  const publicKey = createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }).toString();
  return { privateKey, publicKey };
}

export interface TokenSubject {
  readonly userId: string;
  readonly sessionId?: string;
  readonly actor: Actor;
  readonly owner: boolean;
}

/** Mints internal tokens; keeps a token for half its life, because signing costs more than most requests. */
export class TokenIssuer {
  private readonly key: Promise<CryptoKey>;
  private readonly recent = new Map<string, { token: string; until: number }>();

  constructor(keys: TokenKeys) {
    if (!keys.privateKey) throw new Error('minting internal tokens needs the private key');
    this.key = importPKCS8(keys.privateKey, 'EdDSA');
  }

  async mint(audience: string, subject: TokenSubject): Promise<string> {
    const cacheKey = `${audience}|${subject.userId}|${subject.sessionId ?? ''}|${subject.actor}|${subject.owner}`;
    const now = Date.now();
    const known = this.recent.get(cacheKey);
    if (known && known.until > now) return known.token;
    if (this.recent.size > 10_000) this.recent.clear();
    const token = await new SignJWT({ sid: subject.sessionId, actor: subject.actor, own: subject.owner, rid: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(ISSUER)
      .setSubject(subject.userId)
      .setAudience(audience)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_S}s`)
      .sign(await this.key);
    this.recent.set(cacheKey, { token, until: now + (LIFETIME_S * 1000) / 2 });
    return token;
  }
}

/** Checks signature, audience and expiry, and makes the context of the request. */
export class TokenVerifier {
  private readonly key: Promise<CryptoKey>;
  private readonly known = new Map<string, { ctx: Omit<Ctx, 'requestId'>; until: number }>();

  constructor(
    private readonly audience: string,
    keys: TokenKeys,
  ) {
    this.key = importSPKI(keys.publicKey, 'EdDSA');
  }

  /** @throws http.signed_out for anything but a valid token made for this service. */
  async verify(authorization: string | undefined, requestId?: string): Promise<Ctx> {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (!token) throw errors.signedOut();
    const known = this.known.get(token);
    if (known && known.until > Date.now()) return { ...known.ctx, requestId: requestId ?? crypto.randomUUID() };
    const ctx = await this.check(token);
    return { ...ctx, requestId: requestId ?? crypto.randomUUID() };
  }

  private async check(token: string): Promise<Omit<Ctx, 'requestId'>> {
    try {
      const options = { issuer: ISSUER, audience: this.audience, algorithms: ['EdDSA'] };
      const { payload } = await jwtVerify(token, await this.key, options);
      const { sub, sid, actor, own, exp } = claims.parse(payload);
      const ctx = { userId: sub, sessionId: sid, actor, owner: own };
      if (this.known.size > 10_000) this.known.clear();
      this.known.set(token, { ctx, until: exp * 1000 });
      return ctx;
    } catch (error) {
      throw errors.signedOut({}, { cause: error });
    }
  }
}
