/** The subscribers of this process by channel. */

export interface Listener {
  readonly onMessage: (message: string) => void;
  readonly onMissed?: () => void;
}

export class Listeners {
  private readonly byChannel = new Map<string, Set<Listener>>();

  get channels(): string[] {
    return Array.from(this.byChannel.keys());
  }

  has(channel: string): boolean {
    return this.byChannel.has(channel);
  }

  /** The returned function removes the listener; it returns true if that was the last one of its channel. */
  add(channel: string, listener: Listener): () => boolean {
    const all = this.byChannel.get(channel) ?? new Set();
    // A copy, so that one function subscribed twice is called twice and unsubscribed once.
    const own = { ...listener };
    this.byChannel.set(channel, all.add(own));
    return () => {
      if (!all.delete(own) || all.size > 0 || this.byChannel.get(channel) !== all) return false;
      return this.byChannel.delete(channel);
    };
  }

  emit(channel: string, message: string): void {
    // Iterates over a copy, because a listener may unsubscribe while it is called.
    for (const { onMessage } of Array.from(this.byChannel.get(channel) ?? [])) onMessage(message);
  }

  emitMissed(): void {
    for (const all of Array.from(this.byChannel.values())) for (const { onMissed } of Array.from(all)) onMissed?.();
  }

  clear(): void {
    this.byChannel.clear();
  }
}
