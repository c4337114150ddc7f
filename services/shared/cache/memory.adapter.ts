/** The cache of a single node: a map in this process. */
import type { Cache } from './cache.js';

interface Slot {
  value: string;
  until: number;
}

const SWEEP_EVERY = 1_000;

export class MemoryCache implements Cache {
  private readonly slots = new Map<string, Slot>();
  private readonly listeners = new Map<string, Set<(message: string) => void>>();
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

  async publish(channel: string, message: string): Promise<void> {
    // A copy: a listener may unsubscribe itself while it is called.
    for (const listener of Array.from(this.listeners.get(channel) ?? [])) listener(message);
  }

  async subscribe(channel: string, onMessage: (message: string) => void): Promise<() => void> {
    // A wrapper of its own, so that one function subscribed twice is called twice and unsubscribed once.
    const listener = (message: string) => onMessage(message);
    const all = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0 && this.listeners.get(channel) === all) this.listeners.delete(channel);
    };
  }

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
    // Sweeping on writes instead of on a timer: an idle process does nothing.
    if (++this.writes % SWEEP_EVERY !== 0) return;
    for (const [name, { until }] of this.slots) if (until <= this.now()) this.slots.delete(name);
  }
}
