import { Accounts1767000000000 } from './1767000000000-accounts.js';

export const migrations = [Accounts1767000000000];
