import fs from 'node:fs';

/** Marks every descendant of a command, also those that left its process group to become daemons. */
export const RUN_MARK = 'ZO_RUN';

/** Carried by everything the agent starts for the user, with the agent's process id. */
export const COMPUTER_MARK = 'ZO_COMPUTER';

/** Ids of the processes of one command. */
const marked = (id: string) => carrying(RUN_MARK, id);

/** Ids of the processes whose environment carries the mark with this value. Those that have ended have none. */
export function carrying(mark: string, value: string): number[] {
  const wanted = `${mark}=${value}`;
  const found: number[] = [];
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (fs.readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(wanted)) found.push(Number(name));
    } catch {
      // another user's process, or gone
    }
  }
  return found;
}

/** Ends a process group and everything that carries the mark, at once. */
export function killAll(leader: number, id: string): void {
  const kill = (pid: number) => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // already gone
    }
  };
  kill(-leader);
  for (const pid of marked(id)) if (pid !== process.pid) kill(pid);
}
