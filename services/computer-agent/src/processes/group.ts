import fs from 'node:fs';
import { processIds } from './process-ids.js';

/**
 * Environment variable of every descendant of a command, also of those that left its process group to become daemons.
 */
export const RUN_MARK = 'ZO_RUN';

/** Environment variable of everything the agent starts for the user; its value is the agent's process id. */
export const COMPUTER_MARK = 'ZO_COMPUTER';

/** Ids of the processes of one command. */
const marked = (id: string) => carrying(RUN_MARK, id);

/** Ids of the processes whose environment has the mark with this value. Exited processes have no environment. */
export function carrying(mark: string, value: string): number[] {
  const wanted = `${mark}=${value}`;
  const found: number[] = [];
  for (const name of processIds()) {
    try {
      if (fs.readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(wanted)) found.push(Number(name));
    } catch {
      // another user's process, or exited
    }
  }
  return found;
}

/**
 * When the marked processes are looked for, in ms after the kill. Once does not suffice: a process has no environment
 * for the moment in which it replaces its program, and one may be forked while the others are listed.
 */
const SWEEPS_MS = [10, 20, 50, 100, 200, 500, 1_000, 2_000];

/** Kills a process group and every process with the mark; what escapes the first attempt dies within 2 s. */
export function killAll(leader: number, id: string): void {
  kill(-leader);
  const sweep = () => {
    for (const pid of marked(id)) if (pid !== process.pid) kill(pid);
  };
  sweep();
  for (const ms of SWEEPS_MS) setTimeout(sweep, ms).unref();
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // already exited
  }
}
