/** The cache of a single node: a map in this process. */
import type { Cache, Lock } from './cache.js';
import { Listeners } from './listeners.js';

interface Slot {
  value: string;
  until: number;
}

const SWEEP_EVERY = 1_000;

export class MemoryCache implements Cache {
  readonly isShared = false;
  private readonly slots = new Map<string, Slot>();
  private readonly listeners = new Listeners();
  private writes = 0;

  constructor(private readonly now: () => number = Date.now) {}

  async get(key: string): Promise<string | undefined> {
    return this.live(key)?.value;
  }

  async set(key: string, value: string, options: { ttlMs: number; onlyIfAbsent?: boolean }): Promise<boolean> {
    if (options.onlyIfAbsent && this.live(key)) return false;
    this.put(key, { value, until: this.now() + options.ttlMs });
    return true;
  }

  async take(key: string): Promise<string | undefined> {
    const slot = this.live(key);
    this.slots.delete(key);
    return slot?.value;
  }

  async delete(key: string): Promise<void> {
    this.slots.delete(key);
  }

  async increment(key: string, ttlMs: number): Promise<{ value: number; resetsInMs: number }> {
    const slot = this.live(key) ?? { value: '0', until: this.now() + ttlMs };
    const value = Number(slot.value) + 1;
    this.put(key, { value: String(value), until: slot.until });
    return { value, resetsInMs: slot.until - this.now() };
  }

  async lock(key: string, ttlMs: number): Promise<Lock | undefined> {
    const owner = crypto.randomUUID();
    if (!(await this.set(key, owner, { ttlMs, onlyIfAbsent: true }))) return undefined;
    const isMine = () => this.live(key)?.value === owner;
    return {
      extend: async (ms) => isMine() && this.set(key, owner, { ttlMs: ms }),
      release: async () => isMine() && this.slots.delete(key),
    };
  }

  async publish(channel: string, message: string): Promise<void> {
    this.listeners.emit(channel, message);
  }

  async subscribe(channel: string, onMessage: (message: string) => void): Promise<() => void> {
    return this.listeners.add(channel, { onMessage });
  }

  async check(): Promise<void> {}

  async close(): Promise<void> {
    this.slots.clear();
    this.listeners.clear();
  }

  private live(key: string): Slot | undefined {
    const slot = this.slots.get(key);
    if (!slot || slot.until > this.now()) return slot;
    this.slots.delete(key);
    return undefined;
  }

  private put(key: string, slot: Slot): void {
    this.slots.set(key, slot);
    // Sweeps on writes instead of on a timer, so that an idle process does no work.
    if (++this.writes % SWEEP_EVERY !== 0) return;
    for (const [name, { until }] of this.slots) if (until <= this.now()) this.slots.delete(name);
  }
}
