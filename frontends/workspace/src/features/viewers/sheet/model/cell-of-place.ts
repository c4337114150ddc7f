import type { Place } from '@zo/web/paths';
import type { Cell } from './address';
import type { Workbook } from './workbook';

/** A row stands in a line of its own, with a comma before or behind it. */
const bare = (line: string): string => line.replace(/^[\s,]+|[\s,]+$/g, '');

function* cellsOf({ sheets }: Workbook, text: string) {
  const wanted = text.toLowerCase();
  for (const [sheet, { rows }] of sheets.entries())
    for (const [row, { cells, source }] of rows.entries()) {
      const column = cells.findIndex((cell) =>
        String(cell ?? '')
          .toLowerCase()
          .includes(wanted),
      );
      if (column >= 0) yield { sheet, cell: { row, column }, source };
    }
}

/**
 * The worksheet and the cell that a place in the text of a sheet file means: of the row in that line, or the first cell
 * with the text where the file has several rows in a line.
 */
export function cellOfPlace(
  workbook: Workbook,
  source: string,
  { line, text = '' }: Place,
): { sheet: number; cell: Cell } | undefined {
  if (text === '') return undefined;
  const lines = source.split('\n', line).map(bare);
  const own = lines.at(-1);
  const found = [...cellsOf(workbook, text)];
  const same = found.filter((each) => each.source === own);
  const before = lines.filter((each) => each === own).length - 1;
  return same[Math.min(before, same.length - 1)] ?? found[0];
}
