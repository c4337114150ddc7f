import { Compute1767000004000 } from './1767000004000-compute.js';

export const migrations = [Compute1767000004000];
