/** Guessing costs time: attempts are counted per address and per account. */
import { Inject, Injectable } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/shared/cache';
import { accountErrors } from '../errors.js';

const WINDOW_MS = 60_000;
const PER_KEY = 10;

@Injectable()
export class Attempts {
  constructor(@Inject(CACHE) private readonly cache: Cache) {}

  /** Counts one attempt. @throws accounts.too_many_attempts with Retry-After */
  async count(...keys: string[]): Promise<void> {
    for (const key of keys) {
      const { value, resetsInMs } = await this.cache.increment(`attempts:${key}`, WINDOW_MS);
      if (value <= PER_KEY) continue;
      const seconds = Math.ceil(resetsInMs / 1000);
      throw accountErrors.tooManyAttempts({ seconds }, { headers: { 'retry-after': String(seconds) } });
    }
  }

  /** A success forgets the failures before it. */
  forgive(key: string): Promise<void> {
    return this.cache.delete(`attempts:${key}`);
  }
}
