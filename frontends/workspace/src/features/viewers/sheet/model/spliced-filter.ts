import type { Splice } from './references';
import type { SheetFilter } from './workbook';

/** Filters stay with their columns, and hidden rows hidden, when others are inserted or deleted. */
export function splicedFilter({ columns, hidden }: SheetFilter, { axis, at, count }: Splice): SheetFilter {
  const place = (from: number): number | undefined => {
    if (from < at) return from;
    return count < 0 && from < at - count ? undefined : from + count;
  };
  if (axis === 'row') {
    const rows = [...(hidden ?? [])].flatMap((row) => place(row) ?? []);
    return { columns, hidden: new Set(rows) };
  }
  const next = columns.flatMap((filter) => {
    const column = place(filter.column);
    return column === undefined ? [] : [{ ...filter, column }];
  });
  return { columns: next, ...(hidden && next.length === columns.length && { hidden }) };
}
