/**
 * Restores a lost cluster from the object store alone: the rows of all services, then the home of every computer in
 * them.
 */
import { BatchV1Api, PatchStrategy, setHeaderOptions, type V1Job } from '@kubernetes/client-node';
import { type Computer, volumeOf } from '@zo/compute/operator/resources';
import { shardOf } from '@zo/compute/operator/shard';
import { NO_HOME } from '@zo/compute/operator/transfers';
import { FIELD_MANAGER, applyConfig } from '@zo/compute/operator/apply-config';
import { type Kube, apiErrorOf } from '@zo/kube';
import { cronJobOf, each, jobOf, untilDone } from './backup-all.js';
import { setVolume } from './change.js';
import { say } from './command.js';
import { reload, COMPUTERS } from './computers.js';
import { Failure } from './failure.js';
import { type AuditEntry, record, recordOn } from './record.js';
import { complete, make, sizeOf } from './transfers.js';

const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);
const HOME = /^home ([0-9a-f-]{36}) ([0-9a-f-]{36}) ([a-z0-9-]+)$/gm;

export interface Restoring {
  readonly namespace: string;
  readonly release: string;
  /** Key of the backup of the rows; the default is the newest. */
  readonly key?: string;
  /** The rows have been restored already. */
  readonly homesOnly: boolean;
  readonly entry: AuditEntry;
  readonly wait: number;
}

/** A computer that is named in the rows. */
interface Home {
  readonly id: string;
  readonly userId: string;
  readonly handle: string;
}

export async function restoreAll(
  kube: Kube,
  { namespace, release, key, homesOnly, entry, wait }: Restoring,
): Promise<void> {
  const deadline = Date.now() + wait;
  const batch = kube.config.makeApiClient(BatchV1Api);
  const cron = await cronJobOf(batch, namespace, `${release}-backup`);
  const { name, uid, annotations = {} } = cron.metadata!;
  await recordOn(kube, { apiVersion: 'batch/v1', kind: 'CronJob', name, namespace, uid }, entry);
  const job = jobOf(cron, homesOnly ? ['list-homes'] : ['restore-rows', ...(key ? [key] : [])]);
  const made = await batch.createNamespacedJob({ namespace, body: job });
  const [failure] = await untilDone(batch, made, deadline);
  if (failure) throw new Failure(`${failure}; its log says why`);
  if (!homesOnly) say(`the rows of all services are back: Job ${made.metadata!.name}`);
  const homes = await homesIn(kube, made);
  const way = {
    prefix: annotations['zo.internal/namespaces']!,
    plan: annotations['zo.internal/plan']!,
    entry,
    deadline,
  };
  const failures: string[] = [];
  await each(homes, async (home) => {
    await restoreHome(kube, home, way).catch((error: Error) =>
      failures.push(`${home.handle}: ${apiErrorOf(error)?.message ?? error.message}`),
    );
  });
  say(`${homes.length - failures.length} of ${homes.length} computers are as they were`);
  if (failures.length > 0) throw new Failure(failures.join('; '));
}

/** The computers that the Job lists in its log. */
async function homesIn({ core }: Kube, { metadata }: V1Job): Promise<Home[]> {
  const { name, namespace } = metadata!;
  const pods = await core.listNamespacedPod({ namespace: namespace!, labelSelector: `job-name=${name}` });
  const done = pods.items.find(({ status }) => status?.phase === 'Succeeded');
  if (!done) throw new Failure(`the Job ${name} has no pod whose log could be read`);
  const log = await core.readNamespacedPodLog({ namespace: namespace!, name: done.metadata!.name! });
  return [...log.matchAll(HOME)].map(([, id, userId, handle]) => ({ id: id!, userId: userId!, handle: handle! }));
}

/**
 * Creates the computer, suspended, with its newest home on a new volume. One with a volume is left alone, so the
 * command can be repeated.
 */
async function restoreHome(
  kube: Kube,
  { id, userId, handle }: Home,
  { prefix, plan, entry, deadline }: { prefix: string; plan: string; entry: AuditEntry; deadline: number },
): Promise<void> {
  const at = { ...COMPUTERS, namespace: shardOf(prefix, userId), name: `c-${id}` };
  const known = (await kube.custom.getNamespacedCustomObject(at).catch((error: unknown) => {
    if (apiErrorOf(error)?.code !== 404) throw error;
  })) as Computer | undefined;
  if (known?.spec.storage?.volume || known?.status?.storage?.capacity) return say(`${handle}: has a volume already`);
  const body = applyConfig(at.name, { userId, handle, planRef: { name: plan }, operatingMode: 'Suspended' });
  // Applied in the name of compute, which has to wake it later.
  const computer = (known ??
    (await kube.custom.patchNamespacedCustomObject({ ...at, fieldManager: FIELD_MANAGER, body }, APPLY))) as Computer;
  await record(kube, computer, entry);
  const left = () => Math.max(0, deadline - Date.now());
  const stored = await make(kube, 'ComputerBackup', { computer, spec: { existing: true } });
  const found = await complete(kube, 'ComputerBackup', { made: stored, ms: left() }).catch((error: Error) => {
    if (!error.message.endsWith(NO_HOME)) throw error;
  });
  if (!found) return say(`${handle}: ${NO_HOME}`);
  const spec = { backupRef: { name: found.metadata.name } };
  const done = await complete(kube, 'ComputerRestore', {
    made: await make(kube, 'ComputerRestore', { computer, spec }),
    ms: left(),
  });
  const now = await reload(kube, computer);
  const volume = done.status!.claim!;
  await setVolume(kube, now, { volume, entry: { ...entry, what: `switches it from ${volumeOf(now)} to ${volume}` } });
  say(`${handle}: as it was at ${found.status!.startedAt} (${sizeOf(done)})`);
}
