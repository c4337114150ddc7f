import { V1MicroTime, type V1Lease } from '@kubernetes/client-node';
import { logger } from '@zo/observability';
import { type Kube, apiErrorOf } from '@zo/kube';

const log = logger('operator');

export interface LeaseOptions {
  readonly namespace: string;
  readonly name: string;
  /** Identity of this process, unique among all. */
  readonly identity: string;
  readonly durationMs: number;
  /** Called with `true` when the lease is ours, and with `false` when it may be lost. */
  readonly onChange: (leads: boolean) => void;
}

/**
 * Elects at most one leader. Clocks are not compared: the lease of another is stale when it did not change for its
 * whole duration on our own clock, and we stop leading when we could not renew ours for two thirds of that.
 */
export class LeaderLease {
  private leads = false;
  private renewedAt = 0;
  private answeredAt = -Infinity;
  private seen: { version: string; at: number } | undefined;
  private timer?: NodeJS.Timeout;
  private closed = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly kube: Kube,
    private readonly options: LeaseOptions,
  ) {}

  get isLeader(): boolean {
    return this.leads;
  }

  /** Whether the API server recently answered who holds the lease. */
  get isAnswered(): boolean {
    return performance.now() - this.answeredAt < this.options.durationMs;
  }

  start(): void {
    this.running = this.round();
  }

  /** Releases the lease, so that the next leader need not wait until it expires. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.running;
    if (!this.leads) return;
    this.become(false);
    await this.release().catch((error: unknown) => log.debug({ error }, 'the lease was not released'));
  }

  private async round(): Promise<void> {
    const { durationMs } = this.options;
    const asked = performance.now();
    const got = await within(durationMs / 3, this.tryOnce()).catch((error: unknown) => {
      // Warn once: while the API server does not answer, every attempt fails in the same way.
      const isNews = this.isAnswered || this.answeredAt === -Infinity;
      log[isNews ? 'warn' : 'debug']({ refusal: apiErrorOf(error), error }, 'the lease could not be read or renewed');
      return undefined;
    });
    if (got !== undefined) this.answeredAt = asked;
    // The time before the request: the server renews the lease some time after it.
    if (got) this.renewedAt = asked;
    if (got === false || performance.now() - this.renewedAt > (durationMs * 2) / 3) this.become(false);
    else if (got) this.become(true);
    if (!this.closed)
      this.timer = setTimeout(() => (this.running = this.round()), (durationMs / 6) * (0.8 + Math.random() * 0.4));
  }

  private become(leads: boolean): void {
    if (this.leads === leads) return;
    this.leads = leads;
    this.options.onChange(leads);
  }

  /**
   * True when the lease is ours, false when another process holds it. @throws Error when the API server does not answer
   */
  private async tryOnce(): Promise<boolean> {
    const { namespace, name, identity, durationMs } = this.options;
    const lease = await this.read();
    const now = new V1MicroTime();
    if (!lease) {
      const spec = {
        holderIdentity: identity,
        leaseDurationSeconds: Math.ceil(durationMs / 1_000),
        acquireTime: now,
        renewTime: now,
        leaseTransitions: 0,
      };
      return this.write(
        this.kube.coordination.createNamespacedLease({ namespace, body: { metadata: { name }, spec } }),
      );
    }
    const mine = lease.spec?.holderIdentity === identity;
    if (!mine && lease.spec?.holderIdentity && !this.isStale(lease)) return false;
    const taken = mine ? {} : { acquireTime: now, leaseTransitions: (lease.spec?.leaseTransitions ?? 0) + 1 };
    const spec = {
      ...micro(lease),
      ...taken,
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(durationMs / 1_000),
      renewTime: now,
    };
    return this.write(
      this.kube.coordination.replaceNamespacedLease({ namespace, name, body: { metadata: lease.metadata, spec } }),
    );
  }

  /** False when another process wrote the lease first. */
  private async write(writing: Promise<V1Lease>): Promise<boolean> {
    try {
      await writing;
      return true;
    } catch (error) {
      if (apiErrorOf(error)?.code === 409) return false;
      throw error;
    }
  }

  private async read(): Promise<V1Lease | undefined> {
    const { namespace, name } = this.options;
    try {
      return await this.kube.coordination.readNamespacedLease({ namespace, name });
    } catch (error) {
      if (apiErrorOf(error)?.code === 404) return undefined;
      throw error;
    }
  }

  private isStale(lease: V1Lease): boolean {
    const version = lease.metadata!.resourceVersion!;
    if (this.seen?.version !== version) this.seen = { version, at: performance.now() };
    return performance.now() - this.seen.at > (lease.spec?.leaseDurationSeconds ?? 0) * 1_000;
  }

  private async release(): Promise<void> {
    const { namespace, name, identity } = this.options;
    const lease = await this.read();
    if (lease?.spec?.holderIdentity !== identity) return;
    await this.kube.coordination.replaceNamespacedLease({
      namespace,
      name,
      body: { metadata: lease.metadata, spec: { ...micro(lease), holderIdentity: '' } },
    });
  }
}

/** The times are strings when they are read, but have to be sent as micro times. */
function micro({ spec }: V1Lease): V1Lease['spec'] {
  const time = (value: unknown) => (value === undefined ? undefined : new V1MicroTime(value as string));
  return { ...spec, acquireTime: time(spec?.acquireTime), renewTime: time(spec?.renewTime) };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${Math.round(ms)} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
