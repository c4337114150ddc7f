import type { Cell } from './model/address';
import type { Patch } from './model/patch';
import { sizesOf } from './model/sizes';
import type { Workbook, Worksheet } from './model/workbook';

/** The cell itself, or the nearest one below that filters do not hide. */
export function shownCell(sheet: Worksheet, { row, column }: Cell): Cell {
  const { rows } = sizesOf(sheet);
  let next = row;
  while (next < rows - 1 && sheet.filter?.hidden?.has(next)) next++;
  return { row: next, column };
}

/** The first cell that a patch changes. */
export function changedCell({ rows: [first] }: Patch): Cell | undefined {
  if (!first) return undefined;
  const [before, after] = [first.before[0]?.cells ?? [], first.after[0]?.cells ?? []];
  const columns = Math.max(before.length, after.length);
  let column = 0;
  while (column < columns - 1 && before[column] === after[column]) column++;
  return { row: first.at, column };
}

/** How many rows a cell of a worksheet moved by a patch from elsewhere. */
export function distanceOf({ rows }: Patch, sheet: number, { row }: Cell): number {
  let distance = 0;
  for (const { sheet: changed, at, before, after } of rows)
    if (changed === sheet && row + distance >= at + before.length) distance += after.length - before.length;
  return distance;
}

/**
 * Where a worksheet is after a change from elsewhere, which may have moved or renamed it; undefined when it is gone.
 */
export function sheetAfter({ sheets: old }: Workbook, { sheets }: Workbook, index: number): number | undefined {
  const found = sheets.findIndex(({ name }) => name === old[index]?.name);
  if (found >= 0) return found;
  const isRenamed = sheets.length === old.length && old.every(({ name }) => name !== sheets[index]!.name);
  return isRenamed ? index : undefined;
}
