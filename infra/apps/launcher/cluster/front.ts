/**
 * One address for the replicas of a service: connections go round those that are ready. What a Service of Kubernetes does,
 * for replicas on this machine.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** How late a replica that takes no more requests is noticed; less than it goes on answering them. */
const LOOK_MS = 500;
const ANSWER_MS = 2_000;

/** The replicas of one service by their HTTP ports, and which of them said last that they are ready. */
export class Replicas {
  private ready: readonly number[] = [];
  private faults: readonly (string | undefined)[];
  private next = 0;
  private timer?: NodeJS.Timeout;

  constructor(readonly ports: readonly number[]) {
    this.faults = ports.map(() => 'not asked yet');
  }

  /** Looks at once, then again and again. */
  async watch(): Promise<void> {
    this.faults = await Promise.all(this.ports.map(faultOf));
    this.ready = this.ports.filter((_, index) => !this.faults[index]);
    this.timer = setTimeout(() => void this.watch(), LOOK_MS);
  }

  /** Those that are not ready. */
  get missing(): { index: number; reason: string }[] {
    return this.faults.flatMap((reason, index) => (reason ? [{ index, reason }] : []));
  }

  /** In the order to try them: those that are ready, each time another one first; the others only when there is none. */
  inTurn(): number[] {
    const candidates = this.ready.length > 0 ? this.ready : this.ports;
    const first = this.next++ % candidates.length;
    return [...candidates.slice(first), ...candidates.slice(0, first)];
  }

  close(): void {
    clearTimeout(this.timer);
  }
}

/** Undefined: it can serve. */
const faultOf = (port: number): Promise<string | undefined> =>
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    .then((answer) => answer.json() as Promise<{ ready: boolean; missing?: string }>)
    .then(
      ({ ready, missing }) => (ready ? undefined : (missing ?? 'not ready')),
      () => 'does not answer',
    );

export interface FrontOptions {
  readonly port: number;
  /** Without it every address of this machine. */
  readonly host?: string;
  /** Added to the HTTP port of a replica. */
  readonly offset?: number;
}

/** Passes each connection on to one replica; with none it is ended. */
export async function openFront(
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

/** A replica nobody listens at is passed over: nothing has been sent to it yet. */
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
