/**
 * A relay in front of a server that can stop all traffic on its open connections without closing them, as when a
 * machine is lost.
 */
import {
  type AddressInfo,
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net';

export class SilentRelay {
  private readonly lines: [near: Socket, far: Socket][] = [];
  private readonly server = createServer((near) => {
    const far = connect(this.to);
    this.lines.push([near, far]);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => undefined);
  });

  private constructor(private readonly to: NetConnectOpts) {}

  /** Listens at `at` and relays each connection to `to`. */
  static async open(at: ListenOptions, to: NetConnectOpts): Promise<SilentRelay> {
    const line = new SilentRelay(to);
    await new Promise<void>((resolve) => line.server.listen(at, resolve));
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Number of connections accepted so far. */
  get connections(): number {
    return this.lines.length;
  }

  /** Silences the open connections; later ones work normally. */
  goSilent(): void {
    for (const [near, far] of this.lines) {
      near.unpipe(far).resume();
      far.unpipe(near).resume();
    }
  }

  async close(): Promise<void> {
    for (const end of this.lines.flat()) end.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
