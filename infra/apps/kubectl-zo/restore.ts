import type { Kube } from '@zo/kube';
import { type Computer, podName, volumeOf } from '@zo/compute/operator/resources';
import { RELEASE, RELEASE_USAGE } from './admin.js';
import { duration } from './arguments.js';
import { setHold, setMode, setVolume } from './change.js';
import { type Command, PLATFORM, say } from './command.js';
import { reload, computerOf } from './computers.js';
import { Failure, failureOf, usage } from './failure.js';
import { type AuditEntry, callerName, record } from './record.js';
import { restoreAll } from './restore-all.js';
import { backupOf, complete, make, sizeOf } from './transfers.js';
import { waitFor } from './wait.js';

/** Longer than a pod's grace period, and than attaching a volume takes. */
const MODE_MS = 180_000;

export const restore: Command = {
  name: 'restore',
  positionals: ['HANDLE'],
  options: { ...RELEASE, from: 'string', 'homes-only': 'boolean', why: 'string', wait: 'string' },
  required: ['why'],
  usage: `HANDLE --from BACKUP|all [--from KEY] [--homes-only] --why TEXT [--wait 30m] ${RELEASE_USAGE}`,
  about:
    'restore a backup to a new volume and switch the computer to it; the old volume stays. ' +
    'all: restore the rows of all services and every home into an empty cluster, from the object store alone',
  async run(kube, { positionals, options, flags }) {
    const wait = duration(options['wait'] ?? '30m', 'wait');
    const who = await callerName(kube);
    const entry = (reason: string, what: string): AuditEntry => ({ reason, what, who, why: options['why']! });
    if (positionals[0] === 'all') {
      const { namespace = PLATFORM, release = PLATFORM, from: key } = options;
      return restoreAll(kube, {
        namespace,
        release,
        key,
        homesOnly: flags.has('homes-only'),
        entry: entry('RestoreAsked', 'restores everything'),
        wait,
      });
    }
    if (!options['from']) throw usage('--from is missing');
    const computer = await computerOf(kube, positionals[0]!);
    const { handle } = computer.spec;
    const backup = await backupOf(kube, computer, options['from']!);
    const spec = { backupRef: { name: backup.metadata.name } };
    await make(kube, 'ComputerRestore', { computer, spec, dryRun: 'All' });
    await record(kube, computer, entry('RestoreAsked', `restores ${backup.metadata.name}`));
    const done = await complete(kube, 'ComputerRestore', {
      made: await make(kube, 'ComputerRestore', { computer, spec }),
      ms: wait,
    });
    const volume = done.status!.claim!;
    const old = volumeOf(await reload(kube, computer));
    await switchTo(kube, computer, { volume, entry }).catch((error: unknown) => {
      const { message, code } = failureOf(error);
      throw new Failure(`${message} (the backup is in the volume ${volume}, the volume before is ${old})`, code);
    });
    say(`${handle} uses ${volume}, as it was at ${backup.status!.startedAt} (${sizeOf(done)})`);
    say(`${old} stays as it was; remove it when you no longer need it`);
  },
};

interface Switch {
  readonly volume: string;
  readonly entry: (reason: string, what: string) => AuditEntry;
}

/**
 * Switches the volume while nothing runs on the old one, which then holds everything written since the backup. Its user
 * could wake the computer at any moment, and write to the old volume what nobody would find again: a hold keeps it from
 * running meanwhile. The hold has an end, in case that this process ends before it is lifted.
 */
async function switchTo(kube: Kube, computer: Computer, { volume, entry }: Switch): Promise<void> {
  const before = await reload(kube, computer);
  const { operatingMode: mode, hold } = before.spec;
  const { who: by } = entry('Held', '');
  const until = new Date(Date.now() + 2 * MODE_MS).toISOString();
  const isHeldForGood = hold !== undefined && hold.until === undefined;
  if (!isHeldForGood)
    await setHold(kube, before, {
      hold: { reason: 'Maintenance', by, until },
      entry: entry('Held', `holds it (Maintenance until ${until}) for a restore`),
    });
  try {
    await waitFor(kube, before, { condition: 'Suspended', ms: MODE_MS });
    await setVolume(kube, await reload(kube, computer), {
      volume,
      entry: entry('VolumeSwitched', `switches it from ${volumeOf(before)} to ${volume}`),
    });
  } finally {
    if (!isHeldForGood)
      await setHold(kube, await reload(kube, computer), {
        hold: hold ?? null,
        entry: entry('Unheld', `lifts the hold (Maintenance) of a restore`),
      });
  }
  if (mode === 'Running' && !hold) await wakeOn(kube, await reload(kube, computer), { volume, entry });
}

/** @throws Failure when the pod uses another volume */
async function wakeOn(kube: Kube, computer: Computer, { volume, entry }: Switch): Promise<void> {
  // Compute suspends a computer whose pod has ended; its user may have woken it since.
  if (computer.spec.operatingMode !== 'Running')
    await setMode(kube, computer, { mode: 'Running', entry: entry('WakeAsked', 'wakes it after a restore') });
  await waitFor(kube, computer, { condition: 'Ready', ms: MODE_MS });
  const { name, namespace } = computer.metadata;
  const { items } = await kube.core.listNamespacedPod({
    namespace: namespace!,
    fieldSelector: `metadata.name=${podName(name)}`,
  });
  const claims = items[0]?.spec?.volumes?.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
  if (!claims?.includes(volume))
    throw new Failure(`it runs on ${claims?.join(', ') || 'no volume'}; it uses ${volume} from its next start on`);
}
