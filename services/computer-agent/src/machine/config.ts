/** What `zo-machine` takes from its user's environment. */
import { homedir, platform } from 'node:os';
import { join } from 'node:path';

/** Where this program keeps its data. */
export const dataFolder = (): string =>
  join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'zo-machine');

/** Where the desktop of this user keeps what was deleted. */
export const trashFolder = (): string =>
  platform() === 'darwin'
    ? join(homedir(), '.Trash')
    : join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'Trash');

/** What the user's own programs get from it, the agent and its shells included. */
export const environment = (): NodeJS.ProcessEnv => process.env;
