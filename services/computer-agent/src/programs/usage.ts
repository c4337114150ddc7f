import fs from 'node:fs';

const PAGE_BYTES = 4_096;

/** Memory of a process; 0 when it has ended. */
export function residentBytes(pid: number): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/** Time that all threads of a process have had of the processors; 0 when it has ended. */
export function processorMs(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Its name, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
