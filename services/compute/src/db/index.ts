import { Compute1767000004000 } from './1767000004000-compute.js';
import { InboxByAge1767400000000 } from './1767400000000-inbox-by-age.js';
import { LastChange1767600000000 } from './1767600000000-last-change.js';
import { Machines1770700000000 } from './1770700000000-machines.js';
import { MachineTools1770900000000 } from './1770900000000-machine-tools.js';
import { ReadOnlyMachines1771000000000 } from './1771000000000-read-only-machines.js';

export const migrations = [
  Compute1767000004000,
  InboxByAge1767400000000,
  LastChange1767600000000,
  Machines1770700000000,
  MachineTools1770900000000,
  ReadOnlyMachines1771000000000,
];
