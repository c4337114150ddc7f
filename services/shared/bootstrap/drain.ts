/**
 * Graceful shutdown of a server. It reports not ready but keeps serving until callers stop sending requests, then stops
 * listening, finishes running requests, and closes the remaining connections after a timeout.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Http2Server, ServerHttp2Session } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '@zo/http';

/**
 * Idle connections are kept for less time than a process drains, so callers have dropped them before they are closed
 * and no request meets a closing connection.
 */
export const KEEP_ALIVE_TIMEOUT_MS = 2_000;
const FINISH_MS = 12_000;
/** After Ctrl-C a developer waits for the exit, and there is no other replica to retry on. */
const INTERRUPT_TIMEOUT_MS = 1_000;

export class Drain {
  private readonly answering = new Set<ServerResponse>();
  private readonly sessions = new Set<ServerHttp2Session>();
  private begun = false;

  /** Wraps a health check: not ready once draining has begun. */
  health(health: () => Promise<Health>): () => Promise<Health> {
    return async () => (this.begun ? { ready: false, missing: 'it is ending' } : health());
  }

  /** Wraps the request listener of an HTTP server to track running requests. */
  listener(handle: RequestListener): RequestListener {
    return (request: IncomingMessage, response: ServerResponse) => {
      this.answering.add(response);
      response.once('close', () => this.answering.delete(response));
      const writeHead = response.writeHead.bind(response);
      // Makes the client open its next connection, which then reaches another process.
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        if (this.begun) response.setHeader('connection', 'close');
        return writeHead(...head);
      }) as typeof response.writeHead;
      handle(request, response);
    };
  }

  /** Tracks the sessions of an RPC server. */
  trackSessions(server: Http2Server): void {
    server.on('session', (session) => {
      this.sessions.add(session);
      session.once('close', () => this.sessions.delete(session));
    });
  }

  /**
   * Serves for another `drainMs`, then stops accepting connections. Resolves when running requests are answered or the
   * timeout has passed. SIGINT skips the drain and shortens the timeout.
   */
  async end(
    signal: NodeJS.Signals,
    drainMs: number,
    { http, rpc }: { http: Server; rpc?: Http2Server },
  ): Promise<void> {
    this.begun = true;
    if (signal === 'SIGTERM') await delay(drainMs);
    http.close();
    rpc?.close();
    for (const session of this.sessions) session.close();
    // Event streams never end by themselves; their clients reconnect to another process.
    for (const response of this.answering) if (isEventStream(response)) response.destroy();
    for (
      const deadline = Date.now() + (signal === 'SIGTERM' ? FINISH_MS : INTERRUPT_TIMEOUT_MS);
      Date.now() < deadline && this.answering.size > 0;
    )
      await delay(20);
    http.closeAllConnections();
    for (const session of this.sessions) session.destroy();
  }
}

const isEventStream = (response: ServerResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');
