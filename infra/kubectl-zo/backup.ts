import { duration } from './arguments.js';
import { type Command, say } from './command.js';
import { computerOf } from './computers.js';
import { personOf, record } from './record.js';
import { complete, make, sizeOf } from './transfers.js';

export const backup: Command = {
  name: 'backup', positionals: ['HANDLE'], options: { why: 'string', wait: 'string' }, required: ['why'],
  usage: 'HANDLE --why TEXT [--wait 30m]', about: 'copy the home of a computer to the object store, whether it runs or not',
  async run(kube, { positionals, options }) {
    const wait = duration(options['wait'] ?? '30m', 'wait');
    const computer = await computerOf(kube, positionals[0]!);
    await make(kube, 'ComputerBackup', { computer, dryRun: 'All' });
    await record(kube, computer, { reason: 'BackupAsked', what: 'backs it up', who: await personOf(kube), why: options['why']! });
    const made = await complete(kube, 'ComputerBackup', await make(kube, 'ComputerBackup', { computer }), wait);
    say(`${made.metadata.name} (${sizeOf(made)})${made.status?.message ? `: ${made.status.message}` : ''}`);
  },
};
