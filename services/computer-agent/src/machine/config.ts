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

/** Where this user's programs keep their settings. */
export const configFolder = (): string => process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');

const PASSED_ON = ['PATH', 'XDG_STATE_HOME', 'XDG_DATA_HOME'];

/** What of the user's environment the program needs that is started at login: that of the system has little. */
export const loginEnvironment = (): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** What the user's own programs get from it, the agent and its shells included. */
export const environment = (): NodeJS.ProcessEnv => process.env;
