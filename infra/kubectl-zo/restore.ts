import { volumeOf } from '@zo/compute/operator/resources';
import { duration } from './arguments.js';
import { setMode, setVolume } from './change.js';
import { type Command, say } from './command.js';
import { again, computerOf } from './computers.js';
import { type Deed, personOf, record } from './record.js';
import { backupOf, complete, make, sizeOf } from './transfers.js';
import { waitFor } from './wait.js';

/** Longer than the grace a pod has, and than a volume takes to be attached. */
const MODE_MS = 180_000;

export const restore: Command = {
  name: 'restore',
  positionals: ['HANDLE'],
  options: { from: 'string', why: 'string', wait: 'string' },
  required: ['from', 'why'],
  usage: 'HANDLE --from BACKUP --why TEXT [--wait 30m]',
  about: 'bring a backup back to a new volume and switch the computer to it; the volume it has now stays',
  async run(kube, { positionals, options }) {
    const wait = duration(options['wait'] ?? '30m', 'wait');
    const computer = await computerOf(kube, positionals[0]!);
    const { handle } = computer.spec;
    const backup = await backupOf(kube, computer, options['from']!);
    const spec = { backupRef: { name: backup.metadata.name } };
    await make(kube, 'ComputerRestore', { computer, spec, dryRun: 'All' });
    const who = await personOf(kube);
    const deed = (reason: string, what: string): Deed => ({ reason, what, who, why: options['why']! });
    await record(kube, computer, deed('RestoreAsked', `restores ${backup.metadata.name}`));
    const done = await complete(kube, 'ComputerRestore', await make(kube, 'ComputerRestore', { computer, spec }), wait);
    const now = await again(kube, computer);
    const [old, volume, mode] = [volumeOf(now), done.status!.claim!, now.spec.operatingMode];
    // Nothing runs on the old one any more when the new one takes its place: what was written since the backup is all there.
    if (mode === 'Running') await setMode(kube, now, 'Suspended', deed('SuspendAsked', 'suspends it for a restore'));
    await waitFor(kube, now, 'Suspended', MODE_MS);
    await setVolume(kube, now, volume, deed('VolumeSwitched', `switches it from ${old} to ${volume}`));
    if (mode === 'Running')
      await setMode(kube, await again(kube, now), 'Running', deed('WakeAsked', 'wakes it after a restore'));
    if (mode === 'Running' && !now.spec.hold) await waitFor(kube, now, 'Ready', MODE_MS);
    say(`${handle} uses ${volume}, as it was at ${backup.status!.startedAt} (${sizeOf(done)})`);
    say(`${old} stays as it was: nobody removes it but you`);
  },
};
