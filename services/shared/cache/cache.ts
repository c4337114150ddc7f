/** The port to data that may vanish: values with an end, counters, locks, and messages to whoever listens now. */

export interface Cache {
  get(key: string): Promise<string | undefined>;
  /** Stores for `ttlMs`. With `onlyIfAbsent` answers false when the key is there already. */
  set(key: string, value: string, options: { ttlMs: number; onlyIfAbsent?: boolean }): Promise<boolean>;
  /** Reads and deletes as one step: of many callers exactly one gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
  /** Adds 1 to a counter that starts at 0 and ends `ttlMs` after its first step; answers the new value. */
  increment(key: string, ttlMs: number): Promise<{ value: number; resetsInMs: number }>;
  /** Sends to the listeners of the moment; nothing is kept. */
  publish(channel: string, message: string): Promise<void>;
  /** Calls back until the returned function is called. */
  subscribe(channel: string, onMessage: (message: string) => void): Promise<() => void>;
  close(): Promise<void>;
}

/** DI token of the port. */
export const CACHE = Symbol('cache');
