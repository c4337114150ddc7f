import { beforeScrape, metrics } from '@zo/shared/metrics';
import { logger } from '@zo/shared/observability';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  API_VERSION,
  type Channel,
  type Computer,
  GROUP,
  LABEL,
  type ObservedClaim,
  type ObservedPod,
  type Plan,
  podName,
  VERSION,
  volumeOf,
} from '../objects/resources.js';
import { reconcile } from '../reconcile/reconcile.js';
import type { SeenOfSchedule } from '../transfers/schedule.js';
import { Executor } from './executor.js';
import { type Kube, refusalOf } from '@zo/shared/kube';
import { LeaderLease } from './lease.js';
import { WorkQueue } from './queue.js';
import { BackupSchedule } from './schedule.js';
import { type TransferOptions, Transfers } from './transfers.js';
import { Watched } from './watched.js';

const log = logger('operator');
const WORKERS = 32;

export interface OperatorOptions extends TransferOptions {
  readonly kube: Kube;
  readonly images: Readonly<Record<Channel, string>>;
  /** Where agents say that they listen. */
  readonly helloUrl?: string;
  /** Where the services run, and the lease is. */
  readonly platformNamespace: string;
  readonly leaseMs: number;
  readonly relistMs: number;
}

/** Keeps every computer as it is wanted, in the one process that leads. */
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

  async close(): Promise<void> {
    // What was begun is ended before somebody else is let in.
    await (this.changing = this.changing.then(() => this.end()));
    await this.lease.close();
    await this.changing;
  }

  private change(leads: boolean): void {
    metrics.leads.set(leads ? 1 : 0);
    log.info({ leads }, leads ? 'this operator leads' : 'this operator does not lead any more');
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

/** One time of leading: what there is, and the queue of what has to be looked at. */
class View {
  private readonly computers: Watched<Computer>;
  private readonly plans: Watched<Plan>;
  private readonly pods: Watched<ObservedPod>;
  private readonly claims: Watched<ObservedClaim>;
  private readonly queue: WorkQueue;
  private readonly executor: Executor;
  private readonly transfers: Transfers;
  /** From when everything there is has been seen: half a view would make backups there are already. */
  private schedule?: BackupSchedule;
  private closed = false;
  /** False: it ended before everything there is had been seen. */
  private readonly seen = Promise.withResolvers<boolean>();
  private readonly unmeasure = beforeScrape(() => this.measure());

  constructor(
    private readonly options: OperatorOptions,
    private readonly leads: () => boolean,
  ) {
    const { kube, relistMs } = options;
    const labelSelector = LABEL.computer;
    const owned = ({ metadata }: ObservedPod | ObservedClaim) =>
      this.touch(metadata.labels?.[LABEL.computer] ?? metadata.name, metadata.namespace!);
    const custom = { group: GROUP, version: VERSION };
    this.executor = new Executor(kube);
    this.queue = new WorkQueue({
      workers: WORKERS,
      work: (key) => this.work(key),
      onError: (key, error) => this.fault(key, error),
    });
    this.computers = new Watched<Computer>(kube, {
      path: `/apis/${API_VERSION}/computers`,
      relistMs,
      list: () => kube.custom.listClusterCustomObject({ ...custom, plural: 'computers' }),
      onChange: ({ metadata }) => this.touch(metadata.name, metadata.namespace!),
    });
    this.plans = new Watched<Plan>(kube, {
      path: `/apis/${API_VERSION}/computerplans`,
      relistMs,
      list: () => kube.custom.listClusterCustomObject({ ...custom, plural: 'computerplans' }),
      onChange: ({ metadata }) => this.planChanged(metadata.name),
    });
    this.pods = new Watched<ObservedPod>(kube, {
      path: '/api/v1/pods',
      labelSelector,
      relistMs,
      list: () => kube.core.listPodForAllNamespaces({ labelSelector }),
      onChange: owned,
    });
    this.claims = new Watched<ObservedClaim>(kube, {
      path: '/api/v1/persistentvolumeclaims',
      labelSelector,
      relistMs,
      list: () => kube.core.listPersistentVolumeClaimForAllNamespaces({ labelSelector }),
      onChange: owned,
    });
    this.transfers = new Transfers(options, {
      leads,
      computer: (name, namespace) => this.computers.get(name, namespace),
      plan: (name) => this.plans.get(name),
      pod: (name, namespace) => this.pods.get(name, namespace),
      claim: (name, namespace) => this.claims.get(name, namespace),
      onBackup: (computer, namespace) => this.queue.add(keyOf(namespace, computer)),
      onChange: () => this.schedule?.touch(),
    });
    void this.begin();
  }

  private async begin(): Promise<void> {
    await Promise.all([this.computers.start(), this.plans.start(), this.pods.start(), this.claims.start()]);
    this.seen.resolve(true);
    await this.transfers.start();
    const { kube, objects } = this.options;
    if (!objects || this.closed) return;
    this.schedule = new BackupSchedule({ kube, objects, leads: this.leads, look: () => this.lookAtBackups() });
    this.schedule.touch();
  }

  private touch(computer: string, namespace: string): void {
    this.queue.add(keyOf(namespace, computer));
    this.transfers.touch(computer, namespace);
  }

  private measure(): void {
    metrics.queue.set(this.queue.length);
    for (const [kind, watched] of Object.entries({
      computers: this.computers,
      plans: this.plans,
      pods: this.pods,
      claims: this.claims,
    }))
      metrics.informerAge.set({ kind }, watched.quietMs / 1_000);
    metrics.computers.reset();
    for (const { status } of this.computers.all()) metrics.computers.inc({ phase: status?.phase ?? 'new' });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.unmeasure();
    this.seen.resolve(false);
    for (const watched of [this.computers, this.plans, this.pods, this.claims]) watched.close();
    await Promise.all([this.queue.close(), this.transfers.close(), this.schedule?.close()]);
  }

  private planChanged(name: string): void {
    for (const { metadata, spec } of this.computers.all())
      if (spec.planRef.name === name) this.queue.add(keyOf(metadata.namespace!, metadata.name));
    this.schedule?.touch();
  }

  private lookAtBackups(): SeenOfSchedule {
    const computers = this.computers.all().map((computer) => ({
      computer,
      plan: this.plans.get(computer.spec.planRef.name) ?? null,
      hasVolume: this.claims.get(volumeOf(computer), computer.metadata.namespace) !== undefined,
    }));
    return { computers, backups: this.transfers.backups, restores: this.transfers.restores };
  }

  private async work(key: string): Promise<number | undefined> {
    const measured = metrics.reconciles.startTimer();
    try {
      const lookAgain = await this.look(key);
      measured({ outcome: 'done' });
      return lookAgain;
    } catch (error) {
      measured({ outcome: refusalOf(error)?.code === 409 ? 'conflict' : 'failed' });
      throw error;
    }
  }

  private async look(key: string): Promise<number | undefined> {
    // Half a view would make a second pod of one that was not listed yet.
    if (!(await this.seen.promise)) return undefined;
    const [namespace, name] = key.split('/') as [string, string];
    const computer = this.computers.get(name, namespace);
    if (!computer || !this.leads()) return undefined;
    const now = Date.now();
    const outcome = reconcile(
      computer,
      {
        plan: this.plans.get(computer.spec.planRef.name) ?? null,
        pod: this.pods.get(podName(name), namespace) ?? null,
        claim: this.claims.get(volumeOf(computer), namespace) ?? null,
        lastBackupTime: this.transfers.lastBackupOf(name, namespace),
        images: this.options.images,
        helloUrl: this.options.helloUrl,
      },
      now,
    );
    await this.executor.carryOut(computer, outcome);
    return outcome.lookAgainAt === undefined ? undefined : Math.max(0, outcome.lookAgainAt - now);
  }

  private fault(key: string, error: unknown): void {
    const refusal = refusalOf(error);
    if (refusal?.code === 409) log.debug({ key, refusal }, 'a computer changed while it was worked on');
    else
      log.warn(
        { key, refusal, error: refusal ? undefined : error },
        'a computer could not be brought to what is wanted; it is tried again',
      );
  }
}

const keyOf = (namespace: string, name: string) => `${namespace}/${name}`;
