// Where an installation is. Below /root nobody else can reach the homes, and every computer runs as a user of its own.
import { homedir } from 'node:os';
import { join } from 'node:path';

export const dataFolder = process.env.ZO_DATA || (process.getuid?.() === 0 ? '/var/lib/zo' : join(homedir(), '.zo'));
