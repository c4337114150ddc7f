import type { Worksheet } from './workbook';

const MAX_FROZEN = 5;

/** How many first rows and columns stay in view. */
export function frozenIn({ members }: Worksheet): { rows: number; columns: number } {
  const read = (key: string): number => {
    const count = Number(members.findLast((each) => each.key === key)?.source ?? 0);
    return Number.isInteger(count) && count > 0 ? Math.min(count, MAX_FROZEN) : 0;
  };
  return { rows: read('freezeRows'), columns: read('freezeColumns') };
}
