import { RELEASE, RELEASE_USAGE } from './admin.js';
import { duration } from './arguments.js';
import { backUpAll } from './backup-all.js';
import { type Command, PLATFORM, say } from './command.js';
import { computerOf } from './computers.js';
import { callerName, record } from './record.js';
import { complete, make, sizeOf } from './transfers.js';

export const backup: Command = {
  name: 'backup',
  positionals: ['HANDLE'],
  options: { ...RELEASE, why: 'string', wait: 'string' },
  required: ['why'],
  usage: `HANDLE|all --why TEXT [--wait 30m] ${RELEASE_USAGE}`,
  about:
    'copy the home of a computer to the object store, whether it runs or not; all: of every computer, and the rows ' +
    'of all services',
  async run(kube, { positionals, options }) {
    const wait = duration(options['wait'] ?? '30m', 'wait');
    const entry = { reason: 'BackupAsked', what: 'backs it up', who: await callerName(kube), why: options['why']! };
    const { namespace = PLATFORM, release = PLATFORM } = options;
    if (positionals[0] === 'all') return backUpAll(kube, { namespace, release, entry, wait });
    const computer = await computerOf(kube, positionals[0]!);
    await make(kube, 'ComputerBackup', { computer, dryRun: 'All' });
    await record(kube, computer, entry);
    const made = await complete(kube, 'ComputerBackup', {
      made: await make(kube, 'ComputerBackup', { computer }),
      ms: wait,
    });
    say(`${made.metadata.name} (${sizeOf(made)})${made.status?.message ? `: ${made.status.message}` : ''}`);
  },
};
