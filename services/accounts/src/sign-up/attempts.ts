/** Limits password guessing: counts attempts per client, and per client and account. */
import { Inject, Injectable } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import { networkOf } from '@zo/http';
import { setTimeout as delay } from 'node:timers/promises';
import { accountErrors } from '../errors.js';

const WINDOW_MS = 60_000;
const PER_KEY = 10;
/** Several users may share an address. */
const PER_CLIENT = 60;
/**
 * Attempts on one account from all addresses together only cause a delay, so that others can never lock out its user.
 */
const SLOW_WINDOW_MS = 15 * 60_000;
const FREE_ATTEMPTS = 20;
const STEP_MS = 25;
const MAX_DELAY_MS = 1_500;

@Injectable()
export class Attempts {
  constructor(@Inject(CACHE) private readonly cache: Cache) {}

  /** Counts one attempt. @throws accounts.too_many_attempts with Retry-After */
  async count(key: string, limit = PER_KEY): Promise<void> {
    const { value, resetsInMs } = await this.cache.increment(`attempts:${key}`, WINDOW_MS);
    if (value <= limit) return;
    const seconds = Math.ceil(resetsInMs / 1000);
    throw accountErrors.tooManyAttempts({ seconds }, { headers: { 'retry-after': String(seconds) } });
  }

  /**
   * Counts a client's attempt to sign in to an account, before the password is checked. Attempts of other clients on
   * the same account only delay it.
   * @throws accounts.too_many_attempts
   */
  async countSignIn(address: string, email: string): Promise<void> {
    await this.count(`sign-in:${networkOf(address)}`, PER_CLIENT);
    await this.count(pairOf(address, email));
    const { value } = await this.cache.increment(`attempts:account:${email}`, SLOW_WINDOW_MS);
    await delay(delayAfter(value));
  }

  /** Resets the counter after a success. */
  reset(key: string): Promise<void> {
    return this.cache.delete(`attempts:${key}`);
  }

  resetSignIn(address: string, email: string): Promise<void> {
    return this.reset(pairOf(address, email));
  }
}

export const delayAfter = (attempts: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, attempts - FREE_ATTEMPTS) * STEP_MS);

const pairOf = (address: string, email: string) => `sign-in:${networkOf(address)}:${email}`;
