/**
 * The end of a process that others send requests to: it says that it is not ready and goes on serving, until nobody sends it
 * anything more; then it listens no longer, finishes what has begun, and is cut off only after a while.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Http2Server, ServerHttp2Session } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '@zo/http';

/**
 * Connections nobody uses are kept for less than a process drains: those who hold one have given it up before it is closed,
 * so no request meets a closing connection.
 */
export const KEEP_IDLE_MS = 2_000;
const FINISH_MS = 12_000;
/** After Ctrl-C somebody waits for the end, and nobody can go on elsewhere. */
const AT_ONCE_MS = 1_000;

export class Drain {
  private readonly answering = new Set<ServerResponse>();
  private readonly sessions = new Set<ServerHttp2Session>();
  private begun = false;

  /** Ready, until it ends. */
  health(health: () => Promise<Health>): () => Promise<Health> {
    return async () => (this.begun ? { ready: false, missing: 'it is ending' } : health());
  }

  /** Requests of an HTTP server pass through here. */
  listener(handle: RequestListener): RequestListener {
    return (request: IncomingMessage, response: ServerResponse) => {
      this.answering.add(response);
      response.once('close', () => this.answering.delete(response));
      const writeHead = response.writeHead.bind(response);
      // The next request of this client is for another process.
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        if (this.begun) response.setHeader('connection', 'close');
        return writeHead(...head);
      }) as typeof response.writeHead;
      handle(request, response);
    };
  }

  /** Remembers who is connected to an RPC server. */
  follow(server: Http2Server): void {
    server.on('session', (session) => {
      this.sessions.add(session);
      session.once('close', () => this.sessions.delete(session));
    });
  }

  /**
   * Serves on for `drainMs`, then takes nothing more, and resolves when what has begun is answered, or will not be for long.
   * SIGINT ends it at once.
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
    // Streams of events have no end of their own; who follows one goes on elsewhere.
    for (const response of this.answering) if (isEventStream(response)) response.destroy();
    for (
      const deadline = Date.now() + (signal === 'SIGTERM' ? FINISH_MS : AT_ONCE_MS);
      Date.now() < deadline && this.answering.size > 0;
    )
      await delay(20);
    http.closeAllConnections();
    for (const session of this.sessions) session.destroy();
  }
}

const isEventStream = (response: ServerResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');
