/** Open connections by session, so that signing out ends them: websockets at once, responses after a moment. */
import type { Duplex, Writable } from 'node:stream';

/** A response that is nearly done, such as the one to the sign-out itself, may finish; event streams may not. */
const GRACE_MS = 1_000;
const SPREAD_MS = 5_000;
/** The message that a session has ended can be lost, and a websocket stays open for days. */
const CHECK_MS = 5 * 60_000;

export class Connections {
  private readonly bySession = new Map<string, Set<Writable>>();
  /** Whether a session with websockets still lives. */
  private readonly checks = new Map<string, () => Promise<boolean>>();
  private readonly timer: NodeJS.Timeout;

  constructor(checkMs = CHECK_MS) {
    this.timer = setInterval(() => void this.check(), checkMs);
    this.timer.unref();
  }

  /** Adds a websocket, or the response of a request. */
  add(sessionId: string, connection: Writable): void {
    // A connection that closed while its session was looked up does not say so again.
    if (connection.destroyed) return;
    const open = this.bySession.get(sessionId) ?? new Set();
    this.bySession.set(sessionId, open.add(connection));
    connection.once('close', () => {
      open.delete(connection);
      if (open.size > 0 || this.bySession.get(sessionId) !== open) return;
      this.bySession.delete(sessionId);
      this.checks.delete(sessionId);
    });
  }

  /** Ends the connections of a session once `isLive` says no; it is asked as long as any is open. */
  recheck(sessionId: string, isLive: () => Promise<boolean>): void {
    if (this.bySession.has(sessionId)) this.checks.set(sessionId, isLive);
  }

  private async check(): Promise<void> {
    // While nobody can say, they stay.
    for (const [sessionId, isLive] of this.checks) if (!(await isLive().catch(() => true))) this.end(sessionId);
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
    clearInterval(this.timer);
    for (const sessionId of Array.from(this.bySession.keys())) this.end(sessionId);
  }
}

const isSocket = (connection: Writable): connection is Duplex => 'readable' in connection;
