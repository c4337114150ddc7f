/** Open connections by session, so that signing out ends them: websockets at once, responses after a moment. */
import type { Duplex, Writable } from 'node:stream';

/** A response that is nearly done, such as the one to the sign-out itself, may finish; event streams may not. */
const GRACE_MS = 1_000;
const SPREAD_MS = 5_000;

export class Connections {
  private readonly bySession = new Map<string, Set<Writable>>();

  /** Adds a websocket, or the response of a request. */
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

  /** Closes every websocket, spread over seconds: the clients reconnect and have to authenticate again. */
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
