/** The process of an agent, as the kernel of its machine knows it. */
import { readFileSync } from 'node:fs';

export interface AgentProcess {
  readonly pid: number;
  /** In clock ticks after the start of the machine: a later process with this pid has another. */
  readonly startTime: string;
  /** The owner of its files. */
  readonly uid: number;
  /** Number of the file system of its home. */
  readonly device: string;
}

const START_TIME = 19;

/** When a process started, in clock ticks after the start of the machine. @throws ENOENT when it has ended */
export function startTimeOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the program, in parentheses, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[START_TIME] ?? '';
}
