import type { Utterance } from '../transcript/transcript';

/** The last line that has begun at that time; -1 before the first. Lines need not be in order. */
export function lineAt(lines: readonly Utterance[], time: number): number {
  let found = -1;
  for (const [index, { start }] of lines.entries())
    if (start !== undefined && start <= time + 0.05 && (found < 0 || start >= lines[found]!.start!)) found = index;
  return found;
}
