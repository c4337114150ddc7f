/** A browser's websocket passed on to whoever serves it: not a byte of a message is looked at in between. */
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { DialAgent } from './dial.js';
import { FrameEnds } from './frames.js';

/** Close codes of websockets that we say ourselves. */
export const SERVICE_RESTART = 1012;
export const SWITCHING_PROTOCOLS = 101;
const PATIENCE_MS = 1_000;
const agent = new DialAgent();
const HANDSHAKE_MS = 15_000;
/** Of the answer to a handshake; others, cookies above all, are not the other side's to set. */
const HANDSHAKE_HEADERS = /^(connection|upgrade|sec-websocket-[a-z]+)$/i;

export interface Upgrade {
  readonly socket: Duplex;
  /** What the browser sent behind its request. */
  readonly head: Buffer;
}

/** The open tunnels of a process. */
export class Tunnels {
  private readonly open = new Set<Tunnel>();

  /** Asks for the upgrade at `options`. Answers the status: 101, or why there is none, which is for the caller to say. */
  pass({ socket, head }: Upgrade, options: RequestOptions): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const outgoing = httpRequest({ agent, ...options });
    socket.once('close', () => outgoing.destroy());
    const silent = setTimeout(() => outgoing.destroy(new Error('no answer to the handshake')), HANDSHAKE_MS);
    for (const event of ['response', 'upgrade', 'close']) outgoing.once(event, () => clearTimeout(silent));
    outgoing.on('information', () => outgoing.destroy(new Error('not an answer to a handshake')));
    // Why it refused is told by the status; its body could be endless.
    outgoing.once('response', (answer) => (answer.destroy(), resolve(refusalOf(answer.statusCode))));
    outgoing.on('error', () => resolve(503));
    outgoing.once('upgrade', (answer, server, first) => {
      const tunnel = new Tunnel(socket, server);
      this.open.add(tunnel);
      socket.once('close', () => this.open.delete(tunnel));
      tunnel.begin(answer, [head, first]);
      resolve(SWITCHING_PROTOCOLS);
    });
    outgoing.end();
    return promise;
  }

  /** Tells every browser to come back (1012): it finds another process. Resolves when all have heard, or do not listen. */
  async restart(): Promise<void> {
    for (const tunnel of this.open) tunnel.close(SERVICE_RESTART);
    for (const deadline = Date.now() + PATIENCE_MS; this.open.size > 0 && Date.now() < deadline;) await delay(10);
    for (const tunnel of this.open) tunnel.destroy();
  }
}

/** A status that refuses; any other is the fault of whoever answered. */
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
      // What was said last still goes out.
      end.once('close', () => other.end(() => other.destroy()));
    }
    server.on('data', (bytes: Buffer) => this.toBrowser(bytes));
    browser.on('drain', () => server.resume());
    if (fromServer.length > 0) this.toBrowser(fromServer);
    browser.pipe(server);
  }

  /** Ends it between two frames. */
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
