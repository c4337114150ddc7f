/** Ends request bodies that never end: those of visitors soon, those of signed-in users when no more bytes arrive. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendProblem } from '@zo/http';
import { gatewayErrors } from './origin.js';
import { isHook } from './routes.js';

export interface BodyLimits {
  /** Milliseconds from the head of a request to the end of its body, for visitors who are not signed in. */
  readonly visitorMs: number;
  /** Milliseconds that a body may be idle. An upload of hours is fine as long as bytes arrive. */
  readonly idleMs: number;
}

/** No public route takes more than a form, except calls of hooks. */
const MAX_VISITOR_BYTES = 64 * 1024;
const MAX_HOOK_BYTES = 1024 * 1024;

/** How many bytes a visitor may send. */
export const visitorBytes = (address: string): number =>
  isHook(address.split('?', 1)[0]!) ? MAX_HOOK_BYTES : MAX_VISITOR_BYTES;
/** Bytes that a body has to bring in each idle period. */
const MIN_BYTES = 256;
const CHECKS = 4;

interface Watched {
  readonly begunAt: number;
  isVisitor: boolean;
  /** When enough bytes had last arrived, and the byte count of the connection at that time. */
  since: number;
  bytes: number;
}

/** The unfinished bodies of one gateway, all checked by one timer. */
export class Bodies {
  private readonly open = new Map<IncomingMessage, { watched: Watched; response: ServerResponse }>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly limits: BodyLimits) {
    this.timer = setInterval(() => this.look(), Math.min(limits.visitorMs, limits.idleMs) / CHECKS);
    this.timer.unref();
  }

  get size(): number {
    return this.open.size;
  }

  /** Watches the body of a request, if it has one, until it has arrived. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    const now = performance.now();
    const watched = { begunAt: now, isVisitor: true, since: now, bytes: socket.bytesRead };
    this.open.set(request, { watched, response });
    const done = () => this.open.delete(request);
    request.once('end', done).once('close', done);
  }

  /** Marks the sender as signed in. */
  trust(request: IncomingMessage): void {
    const found = this.open.get(request);
    if (found) found.watched.isVisitor = false;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = performance.now();
    for (const [request, { watched, response }] of this.open)
      if (this.isOver(request, watched, now)) this.end(request, response);
  }

  private isOver(request: IncomingMessage, watched: Watched, now: number): boolean {
    const brought = request.socket.bytesRead - watched.bytes;
    if (watched.isVisitor)
      return now - watched.begunAt > this.limits.visitorMs || brought > visitorBytes(request.url ?? '') + MIN_BYTES;
    // Bytes that have arrived and are not read yet are not the sender's fault.
    if (brought >= MIN_BYTES || request.readableLength > 0 || request.isPaused()) {
      watched.since = now;
      watched.bytes = request.socket.bytesRead;
    }
    return now - watched.since > this.limits.idleMs;
  }

  private end(request: IncomingMessage, response: ServerResponse): void {
    this.open.delete(request);
    if (!response.headersSent) {
      response.setHeader('connection', 'close');
      sendProblem(request, response, gatewayErrors.tooSlow());
    }
    // Flushes what was written before it closes.
    request.socket.destroySoon();
  }
}
