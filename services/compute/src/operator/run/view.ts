/** The leader's caches of the cluster, and the queue of computers to reconcile. */
import { beforeScrape, metrics } from '@zo/metrics';
import { logger } from '@zo/observability';
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
import { type Outcome, reconcile } from '../reconcile/reconcile.js';
import type { Observed, Refused } from '../reconcile/observed.js';
import type { ObservedSchedule } from '../transfers/schedule.js';
import { CreationRefusedError, Executor } from './executor.js';
import { type Kube, apiErrorOf } from '@zo/kube';
import { WorkQueue } from './queue.js';
import { BackupSchedule } from './schedule.js';
import type { TransferOptions } from './transfer-options.js';
import { Transfers } from './transfers.js';
import { Informer } from './informer.js';

const log = logger('operator');
const WORKERS = 32;

export interface ViewOptions extends TransferOptions {
  readonly kube: Kube;
  readonly images: Readonly<Record<Channel, string>>;
  /** URL where agents register. */
  readonly registrationUrl?: string;
}

/** Lives for one term of leadership. */
export class View {
  private readonly computers: Informer<Computer>;
  private readonly plans: Informer<Plan>;
  private readonly pods: Informer<ObservedPod>;
  private readonly claims: Informer<ObservedClaim>;
  private readonly queue: WorkQueue;
  private readonly executor: Executor;
  private readonly transfers: Transfers;
  /** Created once everything has been listed: a partial view would create backups that exist already. */
  private schedule?: BackupSchedule;
  /** Why creation was refused, for the computers that wait for it. */
  private readonly refused = new Map<string, Refused>();
  private closed = false;
  private hasSynced = false;
  /** False when it was closed before everything had been listed. */
  private readonly seen = Promise.withResolvers<boolean>();
  private readonly unmeasure = beforeScrape(() => this.measure());

  constructor(
    private readonly options: ViewOptions,
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
      onError: (key, error) => this.logError(key, error),
    });
    this.computers = new Informer<Computer>(kube, {
      path: `/apis/${API_VERSION}/computers`,
      relistMs,
      list: (page) => kube.custom.listClusterCustomObject({ ...custom, plural: 'computers', ...page }),
      onChange: ({ metadata }) => this.touch(metadata.name, metadata.namespace!),
    });
    this.plans = new Informer<Plan>(kube, {
      path: `/apis/${API_VERSION}/computerplans`,
      relistMs,
      list: (page) => kube.custom.listClusterCustomObject({ ...custom, plural: 'computerplans', ...page }),
      onChange: ({ metadata }) => this.planChanged(metadata.name),
    });
    this.pods = new Informer<ObservedPod>(kube, {
      path: '/api/v1/pods',
      labelSelector,
      relistMs,
      list: (page) => kube.core.listPodForAllNamespaces({ labelSelector, ...page }),
      trim: trimPod,
      onChange: owned,
    });
    this.claims = new Informer<ObservedClaim>(kube, {
      path: '/api/v1/persistentvolumeclaims',
      labelSelector,
      relistMs,
      list: (page) => kube.core.listPersistentVolumeClaimForAllNamespaces({ labelSelector, ...page }),
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
    this.hasSynced = true;
    const { kube, objects } = this.options;
    if (!objects || this.closed) return;
    this.schedule = new BackupSchedule({ kube, objects, leads: this.leads, look: () => this.lookAtBackups() });
    this.schedule.touch();
  }

  /** Whether everything has been listed. */
  get isSynced(): boolean {
    return this.hasSynced;
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
    this.schedule?.measure();
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

  private lookAtBackups(): ObservedSchedule {
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
      const requeueAfter = await this.reconcileKey(key);
      measured({ outcome: 'done' });
      return requeueAfter;
    } catch (error) {
      measured({ outcome: apiErrorOf(error)?.code === 409 ? 'conflict' : 'failed' });
      throw error;
    }
  }

  private async reconcileKey(key: string): Promise<number | undefined> {
    // A partial view would create a second pod beside one that was not listed yet.
    if (!(await this.seen.promise)) return undefined;
    const [namespace, name] = key.split('/') as [string, string];
    const computer = this.computers.get(name, namespace);
    if (!computer) this.refused.delete(key);
    if (!computer || !this.leads()) return undefined;
    const now = Date.now();
    const observed = this.observe(computer, key);
    const outcome = reconcile(computer, observed, now);
    await this.execute(computer, outcome, { key, observed, now });
    return outcome.requeueAt === undefined ? undefined : Math.max(0, outcome.requeueAt - now);
  }

  private observe(computer: Computer, key: string): Observed {
    const { name, namespace } = computer.metadata;
    const pod = this.pods.get(podName(name), namespace) ?? null;
    if (pod || computer.spec.operatingMode !== 'Running') this.refused.delete(key);
    return {
      plan: this.plans.get(computer.spec.planRef.name) ?? null,
      pod,
      claim: this.claims.get(volumeOf(computer), namespace) ?? null,
      lastBackupTime: this.transfers.lastBackupOf(name, namespace!),
      images: this.options.images,
      registrationUrl: this.options.registrationUrl,
      refused: this.refused.get(key),
    };
  }

  /** A refused creation is reported in the status and retried after growing delays. */
  private async execute(
    computer: Computer,
    outcome: Outcome,
    { key, observed, now }: { key: string; observed: Observed; now: number },
  ): Promise<void> {
    try {
      await this.executor.execute(computer, outcome);
      this.refused.delete(key);
    } catch (error) {
      if (!(error instanceof CreationRefusedError)) throw error;
      this.refused.set(key, error.refused);
      await this.executor.applyStatus(
        computer,
        reconcile(computer, { ...observed, refused: error.refused }, now).status,
      );
      throw error.cause;
    }
  }

  private logError(key: string, error: unknown): void {
    const refusal = apiErrorOf(error);
    if (refusal?.code === 409)
      log.debug({ key, refusal }, 'a computer changed during its reconciliation; it is requeued');
    else
      log.warn(
        { key, refusal, error: refusal ? undefined : error },
        'a computer could not be brought to what is wanted; it is tried again',
      );
  }
}

const keyOf = (namespace: string, name: string) => `${namespace}/${name}`;

/** Keeps only the fields that decisions need: the operator itself wrote most of a pod. */
function trimPod(pod: { spec?: ObservedPod['spec'] }): void {
  const { nodeName, containers } = pod.spec ?? {};
  pod.spec = { nodeName, containers: containers?.map(({ image }) => ({ image })) };
}
