/** The port to data that may vanish: values with an end, counters, locks, and messages to whoever listens now. */
import { defineErrors } from '@zo/errors';

export const cacheErrors = defineErrors('cache', {
  away: [503, 'Something needed for this is not answering. Nothing was lost; try again in a moment.'],
});

/**
 * While the store is away, `get`, `set`, `take`, `delete`, `lock` and `increment` throw `cache.away`: a ticket that cannot be
 * checked is not accepted, an attempt that cannot be counted is not made. `publish` and `subscribe` never throw: a message may be
 * lost at any time, so whoever listens looks again by itself, at the latest when `onMissed` calls.
 */
export interface Cache {
  /** False: nobody but this process sees it, so this process is the only one of its kind. */
  readonly isShared: boolean;
  get(key: string): Promise<string | undefined>;
  /** Stores for `ttlMs`. With `onlyIfAbsent` answers false when the key is there already. */
  set(key: string, value: string, options: { ttlMs: number; onlyIfAbsent?: boolean }): Promise<boolean>;
  /** Reads and deletes as one step: of many callers exactly one gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /**
   * Adds 1 to a counter that starts at 0 and ends `ttlMs` after its first step; answers the new value.
   * With `aloneIfAway` a store that is away is replaced by a counter of this process: for limits that protect us from load, never for
   * those that protect a secret from being guessed.
   */
  increment(
    key: string,
    ttlMs: number,
    options?: { aloneIfAway?: boolean },
  ): Promise<{ value: number; resetsInMs: number }>;
  /**
   * Takes the lock for `ttlMs`; undefined when somebody else has it. It saves double work. It proves nothing, since the store may
   * forget it: what must never happen twice is guarded by a row in the database.
   */
  lock(key: string, ttlMs: number): Promise<Lock | undefined>;
  /** Sends to the listeners of the moment; nothing is kept. */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Calls back until the returned function is called. `onMissed` is called when the connection was lost and listens again:
   * what was said in between is gone.
   */
  subscribe(channel: string, onMessage: (message: string) => void, onMissed?: () => void): Promise<() => void>;
  /** Resolves once the store could be used, also when it is away later; the error's message says in one sentence what is missing. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Of whoever took it: after its time, or taken by somebody else, neither call changes anything and both answer false. */
export interface Lock {
  extend(ttlMs: number): Promise<boolean>;
  release(): Promise<boolean>;
}

/** DI token of the port. */
export const CACHE = Symbol('cache');
