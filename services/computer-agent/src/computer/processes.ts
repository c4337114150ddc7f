import fs from 'node:fs';
import { processIds } from '../processes/process-ids.js';

export interface ProcessTotals {
  count: number;
  /** Clock ticks used so far, including those of exited children, which their parents carry. */
  ticks: number;
  /** Resident memory in bytes; memory that processes share is counted for each of them. */
  memory: number;
}

const PAGE = 4096;
// utime, stime, cutime and cstime.
const TICKS = [11, 12, 13, 14];
const RESIDENT = 21;

/** Adds up the visible processes of the agent's own user: inside a computer, all of them. */
export function totals(): ProcessTotals {
  const uid = process.getuid?.();
  const result: ProcessTotals = { count: 0, ticks: 0, memory: 0 };
  for (const name of processIds()) {
    try {
      if (fs.statSync(`/proc/${name}`).uid !== uid) continue;
      const text = fs.readFileSync(`/proc/${name}/stat`, 'latin1');
      // The name in brackets may contain spaces, so fields are counted from behind it.
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      result.count++;
      for (const field of TICKS) result.ticks += fields[field] ?? 0;
      result.memory += (fields[RESIDENT] ?? 0) * PAGE;
    } catch {
      // exited meanwhile
    }
  }
  return result;
}
