/**
 * Backs up a whole installation in a cluster: the rows of its services by the chart's CronJob, and the home of every
 * computer.
 */
import { BatchV1Api, type V1CronJob, type V1Job } from '@kubernetes/client-node';
import type { Computer } from '@zo/compute/operator/resources';
import { type Kube, apiErrorOf } from '@zo/kube';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './command.js';
import { computers } from './computers.js';
import { EXIT, Failure } from './failure.js';
import { type AuditEntry, record, recordOn } from './record.js';
import { complete, make, sizeOf } from './transfers.js';

const LOOK_MS = 1_000;
/** Backups requested at once; the operator runs as many of them at a time as it can. */
const AT_ONCE = 16;

export interface Everything {
  readonly namespace: string;
  readonly release: string;
  readonly entry: AuditEntry;
  readonly wait: number;
}

export async function backUpAll(kube: Kube, { namespace, release, entry, wait }: Everything): Promise<void> {
  const deadline = Date.now() + wait;
  const batch = kube.config.makeApiClient(BatchV1Api);
  const cron = await cronJobOf(batch, namespace, `${release}-backup`);
  const job = jobOf(cron);
  await batch.createNamespacedJob({ namespace, body: job, dryRun: 'All' }).catch((error: unknown) => {
    if (apiErrorOf(error)?.code !== 403) throw error;
    throw new Failure(
      `to back up everything takes the right to create Jobs in ${namespace}, which zo-operator has; one computer is ` +
        'backed up with less',
      EXIT.notAllowed,
    );
  });
  await recordOn(
    kube,
    { apiVersion: 'batch/v1', kind: 'CronJob', name: cron.metadata!.name, namespace, uid: cron.metadata!.uid },
    entry,
  );
  const made = await batch.createNamespacedJob({ namespace, body: job });
  const [ofHomes, ofRows] = [await homes(kube, entry, deadline), await untilDone(batch, made, deadline)];
  if (ofRows.length === 0) say(`the rows of all services: Job ${made.metadata!.name}, whose log says where they are`);
  const failures = [...ofHomes, ...ofRows];
  say(
    `the keys (Secret ${cron.metadata!.annotations?.['zo.internal/keys']} in ${namespace}) are in no backup: ` +
      'without a copy of them, keys of models cannot be read again',
  );
  if (failures.length > 0) throw new Failure(failures.join('; '));
}

export async function cronJobOf(batch: BatchV1Api, namespace: string, name: string): Promise<V1CronJob> {
  return batch.readNamespacedCronJob({ namespace, name }).catch((error: unknown) => {
    if (apiErrorOf(error)?.code !== 404) throw error;
    throw new Failure(
      `there is no CronJob ${name} in ${namespace}: the release has no object store (objects.endpoint)`,
    );
  });
}

/** @param args replaces the program's own arguments */
export function jobOf({ metadata, spec }: V1CronJob, args?: readonly string[]): V1Job {
  const { name, namespace, uid } = metadata!;
  const own = spec!.jobTemplate.spec!;
  const [container] = own.template.spec!.containers;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: spec!.jobTemplate.metadata?.labels,
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: name!, uid: uid! }],
    },
    spec: args
      ? {
          ...own,
          template: {
            ...own.template,
            spec: { ...own.template.spec, containers: [{ ...container!, args: [...args] }] },
          },
        }
      : own,
  };
}

/** Backs up every home. A computer that never ran has none yet. Returns the errors. */
async function homes(kube: Kube, entry: AuditEntry, deadline: number): Promise<string[]> {
  const left = (await computers(kube)).filter(({ status }) => status?.storage?.capacity);
  const failures: string[] = [];
  const one = async (computer: Computer) => {
    await record(kube, computer, entry);
    const made = await make(kube, 'ComputerBackup', { computer });
    const backup = await complete(kube, 'ComputerBackup', { made, ms: Math.max(0, deadline - Date.now()) });
    say(`${computer.spec.handle}: ${backup.metadata.name} (${sizeOf(backup)})`);
  };
  await each(left, async (computer) => {
    await one(computer).catch((error: Error) =>
      failures.push(`${computer.spec.handle}: ${apiErrorOf(error)?.message ?? error.message}`),
    );
  });
  return failures;
}

/** Runs a few at a time; `work` must not throw. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.shift(); item; item = left.shift()) await work(item);
    }),
  );
}

/** Waits for the end of a Job. Returns its errors. */
export async function untilDone(batch: BatchV1Api, { metadata }: V1Job, deadline: number): Promise<string[]> {
  const at = { namespace: metadata!.namespace!, name: metadata!.name! };
  for (;;) {
    const { status } = await batch.readNamespacedJob(at);
    const ended = status?.conditions?.find(
      ({ type, status: is }) => is === 'True' && (type === 'Complete' || type === 'Failed'),
    );
    if (ended?.type === 'Complete') return [];
    if (ended) return [`the Job ${at.name} failed: ${ended.message}`];
    if (Date.now() >= deadline) return [`the Job ${at.name} goes on`];
    await delay(LOOK_MS);
  }
}
