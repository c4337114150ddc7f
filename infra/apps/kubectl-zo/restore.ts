import { volumeOf } from '@zo/compute/operator/resources';
import { RELEASE, RELEASE_USAGE } from './admin.js';
import { duration } from './arguments.js';
import { setMode, setVolume } from './change.js';
import { type Command, PLATFORM, say } from './command.js';
import { reload, computerOf } from './computers.js';
import { usage } from './failure.js';
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
    const now = await reload(kube, computer);
    const [old, volume, mode] = [volumeOf(now), done.status!.claim!, now.spec.operatingMode];
    // Switch volumes only while nothing runs on the old one, which then holds everything written since the backup.
    if (mode === 'Running')
      await setMode(kube, now, {
        mode: 'Suspended',
        entry: entry('SuspendAsked', 'suspends it for a restore'),
      });
    await waitFor(kube, now, { condition: 'Suspended', ms: MODE_MS });
    await setVolume(kube, now, { volume, entry: entry('VolumeSwitched', `switches it from ${old} to ${volume}`) });
    if (mode === 'Running')
      await setMode(kube, await reload(kube, now), {
        mode: 'Running',
        entry: entry('WakeAsked', 'wakes it after a restore'),
      });
    if (mode === 'Running' && !now.spec.hold) await waitFor(kube, now, { condition: 'Ready', ms: MODE_MS });
    say(`${handle} uses ${volume}, as it was at ${backup.status!.startedAt} (${sizeOf(done)})`);
    say(`${old} stays as it was; remove it when you no longer need it`);
  },
};
