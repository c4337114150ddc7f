/** Passes a browser's websocket through to the server behind it, without decoding its messages. */
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { DialAgent } from './dial.js';
import { FrameEnds } from './frames.js';

/** Websocket close codes that we send ourselves. */
export const SERVICE_RESTART = 1012;
export const SWITCHING_PROTOCOLS = 101;
/** Of a request whose browser has left: nobody is sent it. */
const LEFT = 400;
const CONNECT_TIMEOUT_MS = 1_000;
const agent = new DialAgent();
const HANDSHAKE_MS = 15_000;
/** Headers passed on from the handshake response; the server must not set others, above all cookies. */
const HANDSHAKE_HEADERS = /^(connection|upgrade|sec-websocket-[a-z]+)$/i;

export interface Upgrade {
  readonly socket: Duplex;
  /** Bytes the browser sent after its request. */
  readonly head: Buffer;
}

/** The open tunnels of a process. */
export class Tunnels {
  private readonly open = new Set<Tunnel>();

  /**
   * Requests the upgrade at `options`. Resolves with the status: 101, or an error status that the caller has to send.
   */
  pass({ socket, head }: Upgrade, options: RequestOptions): Promise<number> {
    if (socket.destroyed) return Promise.resolve(LEFT);
    const { promise, resolve } = Promise.withResolvers<number>();
    const outgoing = httpRequest({ agent, ...options });
    socket.once('close', () => outgoing.destroy());
    const silent = setTimeout(() => outgoing.destroy(new Error('no answer to the handshake')), HANDSHAKE_MS);
    for (const event of ['response', 'upgrade', 'close']) outgoing.once(event, () => clearTimeout(silent));
    outgoing.on('information', () => outgoing.destroy(new Error('not an answer to a handshake')));
    // Only the status matters; the body of a refusal could be endless.
    outgoing.once('response', (answer) => (answer.destroy(), resolve(refusalOf(answer.statusCode))));
    outgoing.on('error', () => resolve(503));
    outgoing.once('upgrade', (answer, server, first) => {
      if (socket.destroyed) return (server.destroy(), resolve(LEFT));
      const tunnel = new Tunnel(socket, server);
      this.open.add(tunnel);
      socket.once('close', () => this.open.delete(tunnel));
      tunnel.begin(answer, [head, first]);
      resolve(SWITCHING_PROTOCOLS);
    });
    outgoing.end();
    return promise;
  }

  /**
   * Closes every browser connection with 1012, so that it reconnects to another process. Resolves when all are closed
   * or after a timeout.
   */
  async restart(): Promise<void> {
    for (const tunnel of this.open) tunnel.close(SERVICE_RESTART);
    for (const deadline = Date.now() + CONNECT_TIMEOUT_MS; this.open.size > 0 && Date.now() < deadline;)
      await delay(10);
    for (const tunnel of this.open) tunnel.destroy();
  }
}

/** Passes error statuses on; any other status is an invalid response of the server (502). */
const refusalOf = (status = 0): number => ((status >= 400 && status < 500) || status === 503 ? status : 502);

class Tunnel {
  private readonly frames = new FrameEnds();
  private closing?: number;

  constructor(
    private readonly browser: Duplex,
    private readonly server: Duplex,
  ) {}

  begin(answer: IncomingMessage, [fromBrowser, fromServer]: [Buffer, Buffer]): void {
    const { browser, server } = this;
    const lines = answer.rawHeaders.flatMap((name, index) =>
      index % 2 === 0 && HANDSHAKE_HEADERS.test(name) ? [`${name}: ${answer.rawHeaders[index + 1]}`] : [],
    );
    browser.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    if (fromBrowser.length > 0) server.write(fromBrowser);
    for (const [end, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      end.on('error', () => other.destroy());
      // Flushes the remaining bytes before closing.
      end.once('close', () => other.end(() => other.destroy()));
    }
    server.on('data', (bytes: Buffer) => this.toBrowser(bytes));
    browser.on('drain', () => server.resume());
    if (fromServer.length > 0) this.toBrowser(fromServer);
    browser.pipe(server);
  }

  /** Sends the close frame at the next frame boundary. */
  close(code: number): void {
    this.closing = code;
    if (this.frames.atEnd) this.sayClose(code);
  }

  destroy(): void {
    this.browser.destroy();
  }

  private toBrowser(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const length = this.frames.next(bytes.subarray(at));
      at += length;
      if (this.closing === undefined || !this.frames.atEnd) continue;
      this.browser.write(bytes.subarray(0, at));
      return this.sayClose(this.closing);
    }
    if (!this.browser.write(bytes)) this.server.pause();
  }

  private sayClose(code: number): void {
    this.server.removeAllListeners('data').resume();
    this.browser.end(Buffer.of(0x88, 2, code >> 8, code & 0xff));
  }
}
