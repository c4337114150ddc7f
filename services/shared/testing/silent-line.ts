/** A relay in front of a server, on whose connections nothing arrives any more from one moment on, and nobody is told: as when a machine is lost. */
import {
  type AddressInfo,
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net';

export class SilentLine {
  private readonly lines: [near: Socket, far: Socket][] = [];
  private readonly server = createServer((near) => {
    const far = connect(this.to);
    this.lines.push([near, far]);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => undefined);
  });

  private constructor(private readonly to: NetConnectOpts) {}

  /** Listens at `at`; each connection goes on to `to`. */
  static async open(at: ListenOptions, to: NetConnectOpts): Promise<SilentLine> {
    const line = new SilentLine(to);
    await new Promise<void>((resolve) => line.server.listen(at, resolve));
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** How many connections there have been. */
  get connections(): number {
    return this.lines.length;
  }

  /** Those there are; those that come later are whole. */
  fallSilent(): void {
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
