/** Runs the agent of computers on this machine, as this user and without a sandbox. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { homedir, platform, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { environment, trashFolder } from './config.js';
import { homeIn, identityOf, type MachineState } from './state.js';

const READY_MS = 30_000;

/** Resolves once the agent listens. `folder`: of this program's data. @throws Error when it did not start */
export async function startAgent(
  state: MachineState,
  folder: string,
): Promise<{ process: ChildProcess; socket: string }> {
  const { instance, secret } = identityOf(state.token);
  const home = homeIn(folder);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const socket = join(mkdtempSync(join(tmpdir(), 'zo-machine-')), 'agent.sock');
  // npx runs a link to this program.
  const agent = join(dirname(realpathSync(process.argv[1]!)), 'agent.mjs');
  const child = spawn(process.execPath, [agent], {
    env: {
      ...environment(),
      ZO_AGENT_SOCKET: socket,
      ZO_AGENT_INSTANCE: instance,
      ZO_AGENT_SECRET: secret,
      ZO_HOME: home,
      ZO_HANDLE: userInfo().username,
      // The folder that it shows. The agent follows no link to it.
      ZO_WORKSPACE: realpathSync(state.folder),
      ZO_SHELL_HOME: homedir(),
      ZO_SHELL_FOLDER: state.folder,
      ZO_TRASH: trashFolder(),
      ZO_TRASH_KIND: platform() === 'darwin' ? 'macos' : 'freedesktop',
      ZO_SHELL: state.shell ? 'yes' : 'no',
      ZO_READ_ONLY: state.readOnly ? 'yes' : 'no',
      ZO_ENDS_WITH_INPUT: 'yes',
    },
    // The agent ends with this program, however that ends: the next one starts another on the same home.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The agent of this machine ended while it started. Start zo-machine again.');
  });
  const ready = once(child.stdout, 'data', { signal: AbortSignal.timeout(READY_MS) });
  await Promise.race([ready, ended]);
  child.stdout.resume();
  ended.catch(() => undefined);
  return { process: child, socket };
}
