/**
 * The way to the agent of a machine behind somebody's router. The machine opens one websocket and is the server of an
 * HTTP/2 session in it; each connection of ours to its agent is a CONNECT stream of that session.
 */
import { chmodSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { type Duplex, pipeline } from 'node:stream';
import { JsSocket } from '@zo/streams';

const PING_MS = 15_000;
const WINDOW = 4 * 1024 * 1024;
/** More than all processes of ours need for one machine. */
const MAX_CONNECTIONS = 256;

/**
 * Where other code of ours connects to the agent: a Unix socket, or a port of this process for its other replicas.
 * `from`: the first port that is tried.
 */
export type ListenAt =
  | { readonly socketPath: string }
  | { readonly host: string; readonly ports: readonly [first: number, last: number]; readonly from: number };

export class MachineLink {
  /** Called once, when the machine went away or was sent away. */
  onEnd: () => void = () => undefined;
  private readonly session: ClientHttp2Session;
  private readonly server: Server;
  private readonly connections = new Set<Socket>();
  private readonly pings: NodeJS.Timeout;
  private readonly ended = new AbortController();
  private heardAt = performance.now();

  /** `websocket`: the bytes of the machine's websocket. */
  constructor(
    private readonly websocket: Duplex,
    private readonly at: ListenAt,
    private readonly pingMs = PING_MS,
  ) {
    this.session = connect('http://machine', {
      createConnection: () => new JsSocket(websocket),
      settings: { initialWindowSize: WINDOW, enablePush: false },
    });
    this.session.on('error', () => this.end()).once('close', () => this.end());
    // It may be over by then.
    this.session.once('connect', () => this.session.destroyed || this.session.setLocalWindowSize(2 * WINDOW));
    websocket
      .on('data', () => (this.heardAt = performance.now()))
      .on('error', () => this.end())
      .once('close', () => this.end());
    this.server = createServer({ noDelay: true }, (socket) => this.passOn(socket));
    this.server.maxConnections = MAX_CONNECTIONS;
    this.pings = setInterval(() => this.ping(), pingMs);
    this.pings.unref();
  }

  /**
   * Resolves to the address of the agent: `unix:/path` or `http://host:port`. Undefined if the link ended meanwhile.
   */
  async listen(): Promise<string | undefined> {
    if ('socketPath' in this.at) {
      rmSync(this.at.socketPath, { force: true });
      await this.listening({ path: this.at.socketPath });
    } else await this.listenOnFree(this.at);
    if (this.ended.signal.aborted) return undefined;
    const address = this.server.address();
    if (typeof address === 'string') chmodSync(address, 0o600);
    return typeof address === 'string' ? `unix:${address}` : `http://${address!.address}:${address!.port}`;
  }

  private async listenOnFree({ host, ports: [first, last], from }: Extract<ListenAt, { host: string }>): Promise<void> {
    const count = last - first + 1;
    for (let tried = 0; ; tried++) {
      try {
        return await this.listening({ host, port: first + ((from - first + tried) % count) });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tried + 1 >= count) throw error;
      }
    }
  }

  private async listening(at: ListenOptions): Promise<void> {
    const { signal } = this.ended;
    if (signal.aborted) return;
    this.server.listen(at);
    await once(this.server, 'listening', { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  end(): void {
    if (this.ended.signal.aborted) return;
    this.ended.abort();
    clearInterval(this.pings);
    this.session.destroy();
    this.websocket.destroy();
    this.server.close();
    for (const socket of this.connections) socket.destroy();
    this.onEnd();
  }

  private passOn(socket: Socket): void {
    this.connections.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => this.connections.delete(socket));
    // A machine that refuses more streams, by a GOAWAY frame for example, is of no use any more.
    if (this.session.closed || this.session.destroyed) return this.end();
    const stream = this.session.request({ [constants.HTTP2_HEADER_METHOD]: 'CONNECT', ':authority': 'agent' });
    stream.once('response', ({ ':status': status }) => {
      if (status !== constants.HTTP_STATUS_OK) socket.destroy();
    });
    pipeline(socket, stream, socket, () => {
      stream.close(constants.NGHTTP2_CANCEL);
      socket.destroy();
    });
  }

  /**
   * A machine that fell asleep or lost its network does not close the connection. On a slow line an answer waits behind
   * what is on its way, so everything that arrives counts.
   */
  private ping(): void {
    if (this.session.closed || this.session.destroyed) return this.end();
    if (performance.now() - this.heardAt > 2 * this.pingMs) return this.end();
    this.session.ping(() => undefined);
  }
}
