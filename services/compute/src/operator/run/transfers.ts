import { logger } from '@zo/observability';
import { API_VERSION, type Computer, GROUP, type ObservedClaim, podName, VERSION } from '../objects/resources.js';
import { type AgentPod, claimNameOf, reconcileBackup, reconcileRestore } from '../transfers/reconcile.js';
import {
  type ComputerBackup,
  type ComputerRestore,
  helperName,
  locationOf,
  NO_HOME,
  TRANSFER,
  type TransferStatus,
} from '../transfers/resources.js';
import { maxBackupBytes } from '../objects/volume.js';
import { backUpHome, newestHome, restoreHome, TransferRefusedError, type Way } from '../transfers/stream.js';
import { apiErrorOf } from '@zo/kube';
import { WorkQueue } from './queue.js';
import type { TransferContext, TransferOptions } from './transfer-options.js';
import { TransferExecutor } from './transfer-executor.js';
import { type Transfer, type TransferKind, TransferStatuses } from './transfer-status.js';
import { Informer } from './informer.js';

const log = logger('operator');
/** This many homes are transferred at once; the others wait. */
const AT_ONCE = 4;
/** A backup that breaks off is tried again, this many times in all. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1_000;
const RETRY_MS = 30_000;
/** The agent unpacks a home and syncs its disk before it responds to a restore. */
const TIMES = { idleMs: 10 * 60_000, totalMs: 12 * 60 * 60_000 };

/** What a transfer moves a home between. */
interface Streamed {
  readonly computer: Computer;
  readonly pod: AgentPod;
  readonly backup: ComputerBackup | null;
  readonly claim: ObservedClaim | null;
}

/** Runs backups and restores, in the process that leads. */
export class Transfers {
  private readonly informers: {
    readonly computerbackups: Informer<ComputerBackup>;
    readonly computerrestores: Informer<ComputerRestore>;
  };
  private readonly queue: WorkQueue;
  private readonly status: TransferStatuses;
  private readonly executor: TransferExecutor;
  private readonly ended = new AbortController();
  private readonly lastBackups = new Map<string, string>();
  /** Unfinished transfers by computer. They are few; finished ones are as many as plans keep for all computers. */
  private readonly open = new Map<string, Set<string>>();

  constructor(
    private readonly options: TransferOptions,
    private readonly context: TransferContext,
  ) {
    this.status = new TransferStatuses(options.kube);
    this.executor = new TransferExecutor(options);
    this.queue = new WorkQueue({ workers: AT_ONCE, work: (key) => this.work(key), onError: logError });
    const watch = <T extends Transfer>(plural: TransferKind) =>
      new Informer<T>(options.kube, {
        path: `/apis/${API_VERSION}/${plural}`,
        relistMs: options.relistMs,
        list: (page) =>
          options.kube.custom.listClusterCustomObject({ group: GROUP, version: VERSION, plural, ...page }),
        onChange: (transfer) => this.changed(plural, transfer),
      });
    this.informers = {
      computerbackups: watch<ComputerBackup>('computerbackups'),
      computerrestores: watch<ComputerRestore>('computerrestores'),
    };
  }

  async start(): Promise<void> {
    await Promise.all(Object.values(this.informers).map((informer) => informer.start()));
  }

  async close(): Promise<void> {
    // The next leader starts anew: half a backup is useless.
    this.ended.abort();
    for (const informer of Object.values(this.informers)) informer.close();
    await this.queue.close();
  }

  /** Requeues the unfinished transfers of a computer that changed. */
  touch(computer: string, namespace: string): void {
    for (const key of this.open.get(`${namespace}/${computer}`) ?? []) this.queue.add(key);
  }

  get backups(): readonly ComputerBackup[] {
    return this.informers.computerbackups.all();
  }

  get restores(): readonly ComputerRestore[] {
    return this.informers.computerrestores.all();
  }

  lastBackupOf(computer: string, namespace: string): string | undefined {
    return this.lastBackups.get(`${namespace}/${computer}`);
  }

  private changed(plural: TransferKind, { metadata, spec, status }: Transfer): void {
    const namespace = metadata.namespace!;
    const key = `${plural}/${namespace}/${metadata.name}`;
    const of = `${namespace}/${spec.computerRef.name}`;
    this.remember(key, of, this.informers[plural].get(metadata.name, namespace));
    this.queue.add(key);
    this.context.onChange();
    if (
      plural !== 'computerbackups' ||
      status?.phase !== 'Complete' ||
      (this.lastBackups.get(of) ?? '') >= status.completedAt!
    )
      return;
    this.lastBackups.set(of, status.completedAt!);
    this.context.onBackup(spec.computerRef.name, namespace);
  }

  private remember(key: string, of: string, now: Transfer | undefined): void {
    const open = this.open.get(of) ?? new Set();
    if (now && !now.status?.completedAt) open.add(key);
    else open.delete(key);
    if (open.size > 0) this.open.set(of, open);
    else this.open.delete(of);
  }

  private async work(key: string): Promise<number | undefined> {
    const [plural, namespace, name] = key.split('/') as [TransferKind, string, string];
    const transfer = this.informers[plural].get(name, namespace);
    if (!transfer || !this.context.leads()) return undefined;
    const computer = this.context.computer(transfer.spec.computerRef.name, namespace) ?? null;
    const seen = this.look(transfer, computer, namespace);
    const { actions, next } = isRestore(transfer) ? reconcileRestore(transfer, seen) : reconcileBackup(transfer, seen);
    for (const action of actions) await this.executor.act(action, computer, namespace);
    if (next.is === 'over') return undefined;
    if (!this.options.objects)
      return this.status.finish(plural, transfer, {
        phase: 'Failed',
        message: 'this installation has no object store (objects.endpoint)',
      });
    if (next.is === 'fail') return this.status.finish(plural, transfer, { phase: 'Failed', message: next.why });
    if (next.is === 'find') return this.find(plural, transfer, computer!.spec.userId);
    if (next.is === 'stream')
      return this.stream(plural, transfer, {
        computer: computer!,
        pod: next.pod,
        backup: seen.backup,
        claim: seen.claim,
      });
    await this.status.apply(plural, transfer, { ...transfer.status, phase: 'Pending', message: next.why });
    return RETRY_MS;
  }

  private look(transfer: Transfer, computer: Computer | null, namespace: string) {
    const name = transfer.spec.computerRef.name;
    const claim = claimNameOf(transfer, computer);
    const helper = this.context.pod(helperName(name), namespace) ?? null;
    const isKnown = (uid: string | undefined) =>
      [...this.backups, ...this.restores].some(({ metadata }) => metadata.uid === uid);
    return {
      computer,
      images: this.options.images,
      plan: (computer && this.context.plan(computer.spec.planRef.name)) ?? null,
      pod: this.context.pod(podName(name), namespace) ?? null,
      helper,
      helperIsLeft: helper !== null && !isKnown(helper.metadata.labels?.[TRANSFER]),
      claim: (claim && this.context.claim(claim, namespace)) || null,
      backup:
        (isRestore(transfer) && this.informers.computerbackups.get(transfer.spec.backupRef.name, namespace)) || null,
    };
  }

  private async find(plural: TransferKind, transfer: Transfer, userId: string): Promise<undefined> {
    const home = await newestHome(this.options.objects!, userId);
    if (!home) return this.status.finish(plural, transfer, { phase: 'Failed', message: NO_HOME });
    const { bytes, files, sha256, takenAt: startedAt } = home.manifest;
    const { location } = home;
    return this.status.finish(plural, transfer, {
      phase: 'Complete',
      bytes,
      files,
      sha256,
      location,
      userId,
      startedAt,
    });
  }

  private async wayOf(computer: Computer, pod: AgentPod, claim: ObservedClaim | null): Promise<Omit<Way, 'location'>> {
    return {
      agent: await this.executor.agentOf(computer, pod),
      objects: this.options.objects!,
      signal: this.ended.signal,
      limits: { ...TIMES, maxBytes: maxBackupBytes(claim) },
    };
  }

  private async stream(
    plural: TransferKind,
    transfer: Transfer,
    { computer, pod, backup, claim }: Streamed,
  ): Promise<number | undefined> {
    const pause = pauseOf(transfer);
    if (pause > 0) return pause;
    const running: TransferStatus = {
      ...transfer.status,
      phase: 'Running',
      message: undefined,
      startedAt: new Date().toISOString(),
    };
    const now = await this.status.apply(plural, transfer, running);
    try {
      const way = await this.wayOf(computer, pod, claim);
      if (isRestore(transfer)) {
        const { bytes, files } = await restoreHome(
          { ...way, location: backup!.status!.location! },
          { userId: computer.spec.userId, sha256: backup!.status!.sha256! },
        );
        const claim = claimNameOf(transfer, computer);
        return await this.status.finish(plural, now, { phase: 'Complete', bytes, files, claim });
      }
      const location = locationOf(computer.spec.userId, transfer as ComputerBackup);
      const { bytes, files, sha256, unreadable } = await backUpHome({ ...way, location }, computer.spec);
      const message = unreadable > 0 ? `${unreadable} files are not readable and were left out` : undefined;
      return await this.status.finish(plural, now, {
        phase: 'Complete',
        bytes,
        files,
        sha256,
        location,
        userId: computer.spec.userId,
        message,
      });
    } catch (error) {
      if (this.ended.signal.aborted || apiErrorOf(error)) throw error;
      const attempts = (running.attempts ?? 0) + 1;
      // A restore that broke off leaves a partly filled volume, which is deleted.
      if (isRestore(transfer) || attempts >= ATTEMPTS || error instanceof TransferRefusedError)
        return this.status.finish(plural, now, { phase: 'Failed', message: (error as Error).message });
      log.warn(
        { kind: plural, object: transfer.metadata.name, attempts, error },
        'a backup was interrupted and is retried',
      );
      await this.status.apply(plural, now, {
        ...running,
        phase: 'Pending',
        attempts,
        message: `attempt ${attempts} of ${ATTEMPTS}: ${(error as Error).message}`,
      });
      return undefined;
    }
  }
}

function logError(key: string, error: unknown): void {
  const refusal = apiErrorOf(error);
  const isStale = refusal?.code === 409 || refusal?.code === 404;
  log[isStale ? 'debug' : 'warn'](
    { key, refusal, error: refusal ? undefined : error },
    'reconciling a backup or restore failed; it is requeued',
  );
}

/** How long to wait before the next attempt. Computed from the status, so that the next leader knows it, too. */
const pauseOf = ({ status: { attempts = 0, startedAt = '' } = {} }: Transfer) =>
  attempts > 0 ? Date.parse(startedAt) + FIRST_PAUSE_MS * 2 ** attempts - Date.now() : 0;

const isRestore = (transfer: Transfer): transfer is ComputerRestore => 'backupRef' in transfer.spec;
