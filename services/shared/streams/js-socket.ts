/**
 * A socket, or a stream such as a websocket's, whose bytes pass through JavaScript.
 *
 * HTTP/2 of Node reads a `net.Socket` natively. A peer that keeps sending after a protocol error can then abort the
 * process: the destructor of the session finds memory of nghttp2 that was not freed. It reads any other stream through
 * JavaScript and stops with the error.
 *
 * While such a stream waits for its end to be sent, Node allows no write to it, but HTTP/2 resets streams then, which
 * ends the process, too (assertion in js_stream_socket). So nothing waits for it here.
 *
 * HTTP/2 of Node reads nothing while a write of it is under way: two peers that both send much would wait for each
 * other for ever. So writes are over at once here, and only what a peer never takes is waited for.
 */
import { Duplex } from 'node:stream';

/** More than the windows of our HTTP/2 sessions let be on the way. */
const MAX_WAITING = 16 * 1024 * 1024;

export class JsSocket extends Duplex {
  /** Called when what was written has left. */
  private held?: () => void;

  /** Takes over `socket`, which may still be connecting. */
  constructor(private readonly socket: Duplex) {
    super();
    socket
      .on('data', (data: Buffer) => this.push(data) || socket.pause())
      .on('end', () => this.push(null))
      // HTTP/2 loses an error that comes before it has set up its session.
      .on('error', (error) => setImmediate(() => this.destroy(error)))
      .on('close', () => setImmediate(() => this.destroy()));
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(data: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // A socket that could not connect reports why in a moment, which says more than that it is closed.
    if (this.socket.destroyed) return;
    this.socket.write(data, encoding, () => this.release());
    if (this.socket.writableLength < MAX_WAITING) return done();
    this.held = done;
  }

  private release(): void {
    if (this.socket.writableLength >= MAX_WAITING) return;
    this.held?.();
    this.held = undefined;
  }

  override _final(done: () => void): void {
    this.socket.end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
