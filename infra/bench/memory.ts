/** Proportional set size of the product's processes, in MB: shared pages are counted once. */
import { readFileSync } from 'node:fs';

export function pssOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

/** A process and its descendants. */
export function familyOf(root: number): number[] {
  const children = readFileSync(`/proc/${root}/task/${root}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [root, ...children.flatMap(familyOf)];
}
