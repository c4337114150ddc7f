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
