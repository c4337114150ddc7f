/**
 * A socket whose bytes pass through JavaScript.
 *
 * HTTP/2 of Node reads a `net.Socket` natively. A peer that keeps sending after a protocol error can then abort the
 * process: the destructor of the session finds memory of nghttp2 that was not freed. It reads any other stream through
 * JavaScript and stops with the error.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

export class JsSocket extends Duplex {
  /** Takes over `socket`, which may still be connecting. */
  constructor(private readonly socket: Socket) {
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
    if (!this.socket.destroyed) this.socket.write(data, encoding, done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
