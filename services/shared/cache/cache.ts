/** The port to data that may be lost: values with an expiry, counters, locks and messages to current subscribers. */
import { defineErrors } from '@zo/errors';

export const cacheErrors = defineErrors('cache', {
  away: [503, 'Something needed for this is not answering. Nothing was lost; try again in a moment.'],
});

/**
 * While the store is unreachable, `get`, `set`, `take`, `delete`, `lock` and `increment` throw `cache.away`: a nonce
 * that cannot be checked is not accepted, an attempt that cannot be counted is not allowed. `publish` and `subscribe`
 * never throw. A message may be lost at any time, so subscribers also poll, at the latest when `onMissed` is called.
 */
export interface Cache {
  /** False if only this process sees the store, i.e. it is the only process of the installation. */
  readonly isShared: boolean;
  get(key: string): Promise<string | undefined>;
  /** Stores a value for `ttlMs`. With `onlyIfAbsent` returns false if the key exists. */
  set(key: string, value: string, options: { ttlMs: number; onlyIfAbsent?: boolean }): Promise<boolean>;
  /** Reads and deletes atomically: of many callers exactly one gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /**
   * Adds 1 to a counter that starts at 0 and expires `ttlMs` after its first increment; returns the new value. With
   * `aloneIfAway` a counter of this process replaces an unreachable store. Use that for limits against load, never for
   * limits that protect a secret from guessing.
   */
  increment(
    key: string,
    ttlMs: number,
    options?: { aloneIfAway?: boolean },
  ): Promise<{ value: number; resetsInMs: number }>;
  /**
   * Takes the lock for `ttlMs`; returns undefined if another holder has it. It only avoids duplicate work, since the
   * store may forget it: guard what must never happen twice by a row in the database.
   */
  lock(key: string, ttlMs: number): Promise<Lock | undefined>;
  /** Sends to the current subscribers; the message is not stored. */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Calls `onMessage` until the returned function is called. `onMissed` is called after a lost connection has
   * resubscribed: messages sent in between are lost.
   */
  subscribe(channel: string, onMessage: (message: string) => void, onMissed?: () => void): Promise<() => void>;
  /**
   * Resolves once the store has been usable, even if it is unreachable later. @throws with one sentence on what is
   * missing
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A lock of one holder. After it expired or another holder took it, both calls change nothing and return false. */
export interface Lock {
  extend(ttlMs: number): Promise<boolean>;
  release(): Promise<boolean>;
}

/** DI token of the port. */
export const CACHE = Symbol('cache');
