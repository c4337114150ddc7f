import { API_VERSION, GROUP, VERSION } from '../objects/resources.js';
import { backupHealth, dueBackups, type ObservedSchedule } from '../transfers/schedule.js';
import { NEWEST_ROWS } from '../transfers/resources.js';
import { removeHome } from '../transfers/stream.js';
import { metrics } from '@zo/metrics';
import type { ObjectStore } from '@zo/objects';
import { logger } from '@zo/observability';
import { type Kube, apiErrorOf, ignoreErrors } from '@zo/kube';
import { WorkQueue } from './queue.js';

const log = logger('operator');
/** The only key: which backups come first is decided by comparing all computers. */
const ALL = 'backups';
/** New computers are seen within this time. */
const MAX_MS = 60_000;

export interface ScheduleOptions {
  readonly kube: Kube;
  readonly objects: ObjectStore;
  readonly leads: () => boolean;
  readonly look: () => ObservedSchedule;
}

/** Creates backups as often as plans say and deletes what plans do not keep, in the process that leads. */
export class BackupSchedule {
  private readonly queue = new WorkQueue({ workers: 1, work: () => this.work(), onError: logError });

  constructor(private readonly options: ScheduleOptions) {}

  /** Call it when a plan or a backup has changed. */
  touch(): void {
    this.queue.add(ALL);
  }

  async close(): Promise<void> {
    await this.queue.close();
    // The next leader reports them.
    for (const gauge of [metrics.homeBackupsOverdue, metrics.homeBackupsFailed, metrics.rowsBackupAge]) gauge.remove();
  }

  /** Publishes how many homes lack a recent backup. */
  measure(): void {
    const { overdue, failed } = backupHealth(this.options.look(), Date.now());
    metrics.homeBackupsOverdue.set(overdue);
    metrics.homeBackupsFailed.set(failed);
  }

  /** The CronJob that backs up the database leaves a mark beside its files. */
  private async measureRows(now: number): Promise<void> {
    const mark = await this.options.objects.head(NEWEST_ROWS);
    const born = this.options
      .look()
      .computers.map(({ computer }) => Date.parse(computer.metadata.creationTimestamp ?? ''))
      .reduce((first, at) => Math.min(first, at || now), now);
    metrics.rowsBackupAge.set((now - (mark?.modifiedAt.getTime() ?? born)) / 1_000);
  }

  private async work(): Promise<number | undefined> {
    const { kube, objects, leads, look } = this.options;
    if (!leads()) return undefined;
    const now = Date.now();
    await this.measureRows(now).catch((error: unknown) =>
      log.debug({ error }, 'the age of the oldest row could not be read'),
    );
    const { make, drop, requeueAt = Number.POSITIVE_INFINITY } = dueBackups(look(), now);
    const kind = { group: GROUP, version: VERSION, plural: 'computerbackups' };
    for (const body of make)
      await ignoreErrors(
        ['AlreadyExists'],
        kube.custom.createNamespacedCustomObject({ ...kind, namespace: body.metadata.namespace!, body }),
      );
    for (const {
      backup: { metadata },
      location,
    } of drop) {
      // Delete the bytes first: nothing would refer to them once the object is gone.
      await removeHome(objects, location);
      await ignoreErrors(
        ['NotFound', 'Conflict'],
        kube.custom.deleteNamespacedCustomObject({
          ...kind,
          namespace: metadata.namespace!,
          name: metadata.name,
          body: { preconditions: { uid: metadata.uid } },
        }),
      );
      log.info({ kind: kind.plural, object: metadata.name }, 'an expired backup was deleted');
    }
    return Math.min(MAX_MS, Math.max(0, requeueAt - now));
  }
}

function logError(_key: string, error: unknown): void {
  const refusal = apiErrorOf(error);
  log.warn(
    { kind: `${API_VERSION}/computerbackups`, refusal, error: refusal ? undefined : error },
    'backups that are due are looked at again',
  );
}
