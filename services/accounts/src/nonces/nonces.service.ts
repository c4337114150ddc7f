/**
 * AU-07: nonces for websockets, which cannot carry an authorization header. Single use, valid for thirty seconds, bound
 * to the session.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { nonceKey, type NonceHolder } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { CACHE, type Cache } from '@zo/cache';
import { accountErrors } from '../errors.js';

const LIFETIME_MS = 30_000;
const PER_MINUTE = 30;

@Injectable()
export class NoncesService {
  constructor(
    @Inject(CACHE) private readonly cache: Cache,
    private readonly platform: Platform,
  ) {}

  /** @throws accounts.nonce_too_often */
  async issue(ctx: Ctx): Promise<{ token: string; edge_host: string }> {
    const { value, resetsInMs } = await this.cache.increment(`nonces:${ctx.sessionId}`, 60_000);
    if (value > PER_MINUTE) {
      const seconds = Math.ceil(resetsInMs / 1000);
      throw accountErrors.nonceTooOften({ seconds }, { headers: { 'retry-after': String(seconds) } });
    }
    const token = randomBytes(32).toString('base64url');
    const holder: NonceHolder = { userId: ctx.userId, sessionId: ctx.sessionId ?? '' };
    await this.cache.set(nonceKey(token), JSON.stringify(holder), { ttlMs: LIFETIME_MS });
    return { token, edge_host: new URL(this.platform.config.ZO_PUBLIC_URL).host };
  }
}
