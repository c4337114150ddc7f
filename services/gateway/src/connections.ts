/** What is open for a session right now, so that signing out ends it: websockets at once, answers after a moment. */
import type { Duplex, Writable } from 'node:stream';

/** An answer that is nearly done, the one to the sign-out itself among them, may finish; event streams may not. */
const GRACE_MS = 1_000;
const SPREAD_MS = 5_000;

export class Connections {
  private readonly bySession = new Map<string, Set<Writable>>();

  /** A websocket, or the response of a request. */
  add(sessionId: string, connection: Writable): void {
    const open = this.bySession.get(sessionId) ?? new Set();
    this.bySession.set(sessionId, open.add(connection));
    connection.once('close', () => {
      open.delete(connection);
      if (open.size === 0 && this.bySession.get(sessionId) === open) this.bySession.delete(sessionId);
    });
  }

  end(sessionId: string): void {
    for (const connection of this.bySession.get(sessionId) ?? []) {
      if (isSocket(connection)) connection.destroy();
      else setTimeout(() => connection.destroy(), GRACE_MS);
    }
  }

  /** Every websocket, one after the other within seconds: each comes back by itself and has to show who it is. */
  endSockets(): void {
    for (const open of this.bySession.values()) {
      for (const connection of open)
        if (isSocket(connection)) setTimeout(() => connection.destroy(), Math.random() * SPREAD_MS).unref();
    }
  }

  endAll(): void {
    for (const sessionId of Array.from(this.bySession.keys())) this.end(sessionId);
  }
}

const isSocket = (connection: Writable): connection is Duplex => 'readable' in connection;
