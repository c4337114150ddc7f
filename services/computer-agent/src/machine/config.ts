/** What `zo-machine` takes from its user's environment. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where this program keeps its data. */
export const dataFolder = (): string =>
  join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'zo-machine');

/** What the user's own programs get from it, the agent and its shells included. */
export const environment = (): NodeJS.ProcessEnv => process.env;
