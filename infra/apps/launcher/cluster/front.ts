/**
 * One address for the replicas of a service: connections are distributed to the ready ones in turn, as a Kubernetes
 * Service does.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** How late a replica that stops accepting requests is detected; shorter than it continues to answer them. */
const LOOK_MS = 500;
const HEALTH_TIMEOUT_MS = 2_000;

/** The replicas of one service by HTTP port, and which of them were ready at the last check. */
export class Replicas {
  private ready: readonly number[] = [];
  private failures: readonly (string | undefined)[];
  private next = 0;
  private timer?: NodeJS.Timeout;

  constructor(readonly ports: readonly number[]) {
    this.failures = ports.map(() => 'not asked yet');
  }

  /** Checks at once, then periodically. */
  async watch(): Promise<void> {
    this.failures = await Promise.all(this.ports.map(failureOf));
    this.ready = this.ports.filter((_, index) => !this.failures[index]);
    this.timer = setTimeout(() => void this.watch(), LOOK_MS);
  }

  /** The replicas that are not ready, with the reason. */
  get missing(): { index: number; reason: string }[] {
    return this.failures.flatMap((reason, index) => (reason ? [{ index, reason }] : []));
  }

  /**
   * Ports in the order to try: the ready replicas, starting with another one each time; all replicas when none is
   * ready.
   */
  inTurn(): number[] {
    const candidates = this.ready.length > 0 ? this.ready : this.ports;
    const first = this.next++ % candidates.length;
    return [...candidates.slice(first), ...candidates.slice(0, first)];
  }

  close(): void {
    clearTimeout(this.timer);
  }
}

/** Undefined when the replica is ready. */
const failureOf = (port: number): Promise<string | undefined> =>
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    .then((answer) => answer.json() as Promise<{ ready: boolean; missing?: string }>)
    .then(
      ({ ready, missing }) => (ready ? undefined : (missing ?? 'not ready')),
      () => 'does not answer',
    );

export interface FrontOptions {
  readonly port: number;
  /** Default: all addresses of this machine. */
  readonly host?: string;
  /** Added to a replica's HTTP port. */
  readonly offset?: number;
}

/** Forwards each connection to one replica; closes it when none is reachable. */
export async function openLoadBalancer(
  replicas: Pick<Replicas, 'inTurn'>,
  { port, host, offset = 0 }: FrontOptions,
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    passOn(
      client,
      replicas.inTurn().map((replica) => replica + offset),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

/** Tries the next replica when a connection is refused: nothing has been sent to it yet. */
function passOn(client: Socket, [port, ...others]: number[]): void {
  if (port === undefined || client.destroyed) return void client.destroy();
  const replica = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  const tryOthers = () => passOn(client, others);
  replica.once('error', tryOthers);
  replica.once('connect', () => {
    replica.off('error', tryOthers).on('error', () => client.destroy());
    replica.once('close', () => client.destroy());
    client.once('close', () => replica.destroy());
    client.pipe(replica);
    replica.pipe(client);
  });
}
