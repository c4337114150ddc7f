/** A TCP proxy between browser and product that breaks connections on command. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export type Break = 'reset' | 'end' | 'half-open';

interface Wire {
  readonly browser: Socket;
  readonly product: Socket;
  readonly since: number;
  /** The first line of the request it carries. */
  what: string;
}

export class BrokenLine {
  readonly drops: Record<string, number> = {};
  private readonly wires = new Set<Wire>();
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(port: number): Promise<BrokenLine> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const line = new BrokenLine(server, `http://localhost:${(server.address() as AddressInfo).port}`);
    server.on('connection', (browser) => line.carry(browser, connect({ host: '127.0.0.1', port, noDelay: true })));
    return line;
  }

  private carry(browser: Socket, product: Socket): void {
    const wire: Wire = { browser, product, since: performance.now(), what: '' };
    this.wires.add(wire);
    this.sockets.add(browser);
    browser.on('data', (data: Buffer) => {
      const first = /^[A-Z]+ (\S+)/.exec(data.toString('latin1', 0, 300));
      if (first) wire.what = first[1]!;
    });
    for (const [from, to] of [
      [browser, product],
      [product, browser],
    ] as const) {
      from.pipe(to);
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          this.wires.delete(wire);
          this.sockets.delete(browser);
          to.destroy();
        });
    }
  }

  /** Breaks every matching connection older than `olderThan` milliseconds. Returns how many. */
  break(how: Break, { what = /./, olderThan = 0 }: { what?: RegExp; olderThan?: number } = {}): number {
    let count = 0;
    for (const wire of Array.from(this.wires)) {
      if (!what.test(wire.what) || performance.now() - wire.since < olderThan) continue;
      count++;
      const kind = wire.what.startsWith('/api/ws') ? 'websocket' : wire.what.includes('/events') ? 'stream' : 'request';
      this.drops[`${kind} ${how}`] = (this.drops[`${kind} ${how}`] ?? 0) + 1;
      if (how === 'half-open') this.silence(wire);
      else if (how === 'end') wire.browser.end();
      else wire.browser.resetAndDestroy();
    }
    return count;
  }

  /** Drops all further data in both directions without closing either side. */
  private silence(wire: Wire): void {
    this.wires.delete(wire);
    wire.browser.unpipe(wire.product);
    wire.product.unpipe(wire.browser);
    wire.product.removeAllListeners('close').destroy();
  }

  get total(): number {
    return Object.values(this.drops).reduce((sum, count) => sum + count, 0);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
