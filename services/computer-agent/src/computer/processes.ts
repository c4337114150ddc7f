import fs from 'node:fs';

export interface ProcessTotals {
  count: number;
  /** Clock ticks used so far, those of ended children (which their parents carry) included. */
  ticks: number;
  /** Proportional memory where the kernel tells it cheaply, else resident, in bytes. */
  memory: number;
}

const PAGE = 4096;
// User, system, and both of the children that were waited for.
const TICKS = [11, 12, 13, 14];
const RESIDENT = 21;

/** Adds up the processes this one can see that run as the same user: inside a computer, all of them. */
export function totals(): ProcessTotals {
  const uid = process.getuid?.();
  const result: ProcessTotals = { count: 0, ticks: 0, memory: 0 };
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (fs.statSync(`/proc/${name}`).uid !== uid) continue;
      const text = fs.readFileSync(`/proc/${name}/stat`, 'latin1');
      // The name in brackets may contain spaces: fields are counted from behind it.
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      result.count++;
      for (const field of TICKS) result.ticks += fields[field] ?? 0;
      result.memory += (fields[RESIDENT] ?? 0) * PAGE;
    } catch {
      // gone meanwhile
    }
  }
  return result;
}
