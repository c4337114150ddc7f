import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openRegular } from '../home/folder.js';
import { carrying, COMPUTER_MARK } from '../processes/group.js';
import type { Runs, Shell } from '../processes/run.js';
import type { Terminals } from '../terminals/terminals.js';
import type { Activity } from './activity.js';

const { O_CREAT, O_TRUNC, O_WRONLY } = fs.constants;
/** The person's own last wish: a program at this place below the home. */
const HOOK = '.computer/hooks/pre-stop';
const HOOK_MS = 8_000;
/** What programs get to write down their things after they were asked to end. */
const GRACE_MS = 4_000;

export interface Ending {
  readonly shell: Shell;
  readonly activity: Activity;
  readonly runs: Runs;
  readonly terminals: Terminals;
}

/**
 * How a computer ends: nothing new is begun, the person's hook runs, everything is asked to end and gets a moment, the
 * rest is ended, the disk is synced. However often it is asked for, it happens once.
 */
export class Quiesce {
  private happening: Promise<void> | null = null;

  constructor(private readonly parts: Ending) {}

  run(): Promise<void> {
    return (this.happening ??= this.end());
  }

  private async end(): Promise<void> {
    const { shell, activity, runs, terminals } = this.parts;
    activity.close();
    await runHook(shell).catch((error: unknown) => console.error('the pre-stop hook could not be run', error));
    terminals.closeAll();
    await endAll();
    runs.killAll();
    await once(spawn('sync', ['--file-system', shell.home.path], { stdio: 'ignore' }), 'close');
  }
}

/** What it writes is left beside it. */
async function runHook({ home, env }: Shell): Promise<void> {
  const path = join(home.path, HOOK);
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & 0o100) === 0) return;
  const log = openRegular(`${path}.log`, O_CREAT | O_WRONLY | O_TRUNC, 0o600);
  try {
    const hook = spawn(path, [], { cwd: home.path, env, detached: true, stdio: ['ignore', log, log] });
    await Promise.race([exitOf(hook), delay(HOOK_MS, undefined, { ref: false })]);
  } finally {
    fs.closeSync(log);
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => child.once('exit', () => resolve()).once('error', reject));

/** Everything that was started for the person, servers in the background too. */
async function endAll(): Promise<void> {
  const theirs = () => carrying(COMPUTER_MARK, String(process.pid)).filter((pid) => pid !== process.pid);
  signal(theirs(), 'SIGTERM');
  for (const deadline = Date.now() + GRACE_MS; Date.now() < deadline && theirs().length > 0;) await delay(20);
  signal(theirs(), 'SIGKILL');
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // gone meanwhile
    }
  }
}
