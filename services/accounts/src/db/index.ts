import { Accounts1767000000000 } from './1767000000000-accounts.js';
import { NoInbox1767300000000 } from './1767300000000-no-inbox.js';

export const migrations = [Accounts1767000000000, NoInbox1767300000000];
