import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openRegular } from '../home/folder.js';
import type { Browser } from '../browser/browser.js';
import type { History } from '../history/history.js';
import { carrying, COMPUTER_MARK } from '../processes/group.js';
import type { Runs, Shell } from '../processes/run.js';
import type { SearchIndex } from '../search/index/search-index.js';
import type { Tables } from '../tables/tables.js';
import type { Terminals } from '../terminals/terminals.js';
import type { ToolServers } from '../tool-servers/tool-servers.js';
import type { Activity } from './activity.js';

const { O_CREAT, O_TRUNC, O_WRONLY } = fs.constants;
/** A program of the user below the home, which runs before the computer stops. */
const HOOK = '.computer/hooks/pre-stop';
/** The last changes are kept if that takes no longer. */
const HISTORY_MS = 3_000;
const HOOK_MS = 8_000;
/** How long programs may save their work after SIGTERM. */
const GRACE_MS = 4_000;

export interface Ending {
  readonly shell: Shell;
  readonly activity: Activity;
  readonly runs: Runs;
  readonly terminals: Terminals;
  readonly history: History;
  readonly index: SearchIndex;
  readonly tables: Tables;
  readonly browser: Browser;
  readonly toolServers: ToolServers;
}

/**
 * Ends a computer: refuses new work, runs the user's hook, asks every program to end and waits a moment, kills the
 * rest, and syncs the disk. However often it is called, it runs once.
 */
export class Quiesce {
  private happening: Promise<void> | null = null;

  constructor(private readonly parts: Ending) {}

  run(): Promise<void> {
    return (this.happening ??= this.end());
  }

  private async end(): Promise<void> {
    const { shell, activity, runs, terminals, history, index, tables, browser, toolServers } = this.parts;
    activity.close();
    await runHook(shell).catch((error: unknown) => console.error('the pre-stop hook could not be run', error));
    terminals.closeAll();
    tables.end();
    browser.end();
    toolServers.end();
    await endAll();
    runs.killAll();
    await Promise.race([history.flush(), delay(HISTORY_MS, undefined, { ref: false })]);
    await index.close();
    await once(spawn('sync', ['--file-system', shell.home.path], { stdio: 'ignore' }), 'close');
  }
}

/** Writes the output of the hook to a log beside it. */
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

/** Ends everything that was started for the user, including servers in the background. */
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
      // exited meanwhile
    }
  }
}
