import { metrics } from '@zo/metrics';
import { logger } from '@zo/observability';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { LeaderLease } from './lease.js';
import { View, type ViewOptions } from './view.js';

const log = logger('operator');

export interface OperatorOptions extends ViewOptions {
  /** Namespace of the services and of the lease. */
  readonly platformNamespace: string;
  readonly leaseMs: number;
}

/** Reconciles every computer, in the one process that leads. */
export class Operator {
  private readonly lease: LeaderLease;
  private view?: View;
  private changing: Promise<void> = Promise.resolve();

  constructor(private readonly options: OperatorOptions) {
    const { kube, platformNamespace: namespace, leaseMs: durationMs } = options;
    const identity = `${hostname()}-${randomUUID()}`;
    this.lease = new LeaderLease(kube, {
      namespace,
      name: 'compute-operator',
      identity,
      durationMs,
      onChange: (leads) => this.change(leads),
    });
  }

  get isLeader(): boolean {
    return this.lease.isLeader;
  }

  start(): void {
    this.lease.start();
  }

  /** A process that waits to become the leader is as ready as the leader. */
  health(): { readonly ready: boolean; readonly missing?: string } {
    if (!this.lease.isAnswered) return { ready: false, missing: 'the lease cannot be read or renewed' };
    if (this.lease.isLeader && !this.view?.isSynced)
      return { ready: false, missing: 'not everything has been listed yet' };
    return { ready: true };
  }

  async close(): Promise<void> {
    // Running work ends before another process may lead.
    await (this.changing = this.changing.then(() => this.end()));
    await this.lease.close();
    await this.changing;
  }

  private change(leads: boolean): void {
    metrics.leads.set(leads ? 1 : 0);
    log.info({ leads }, leads ? 'this operator leads' : 'this operator no longer leads');
    this.changing = this.changing
      .then(() => this.end())
      .then(() => {
        if (leads) this.view = new View(this.options, () => this.lease.isLeader);
      });
  }

  private async end(): Promise<void> {
    const { view } = this;
    this.view = undefined;
    await view?.close();
  }
}
