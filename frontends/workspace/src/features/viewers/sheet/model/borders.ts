import type { Range } from './address';
import { setEntries } from './edits';
import { withProperty } from './styles';
import type { Worksheet } from './workbook';

/** What the menu sets. */
export type Borders = 'all' | 'outer' | 'top' | 'bottom' | 'left' | 'right' | 'none';

const LINE = '1px solid #000000';
const SIDES = ['top', 'bottom', 'left', 'right'] as const;
type Side = (typeof SIDES)[number];

/** Whether a side of a cell gets a line. */
function hasLine(borders: Borders, side: Side, isEdge: boolean): boolean {
  if (borders === 'all') return true;
  return isEdge && (borders === 'outer' || borders === side);
}

/** Sets lines around or within a range, or removes all of it, also those that neighbours have on the same edge. */
export function setBorders(
  sheet: Worksheet,
  borders: Borders,
  { range, isHidden }: { range: Range; isHidden: (row: number) => boolean },
): Worksheet {
  const { top, left, bottom, right } = range;
  const isRemoved = borders === 'none';
  const around = isRemoved
    ? { top: Math.max(0, top - 1), left: Math.max(0, left - 1), bottom: bottom + 1, right: right + 1 }
    : range;
  return setEntries(sheet, 'style', {
    range: around,
    isHidden,
    change: (css, { row, column }) => {
      const isRow = row >= top && row <= bottom;
      const isColumn = column >= left && column <= right;
      if (!isRow && !isColumn) return css;
      const facing: Readonly<Record<Side, boolean>> = {
        top: row === bottom + 1 && isColumn,
        bottom: row === top - 1 && isColumn,
        left: column === right + 1 && isRow,
        right: column === left - 1 && isRow,
      };
      const edge: Readonly<Record<Side, boolean>> = {
        top: row === top,
        bottom: row === bottom,
        left: column === left,
        right: column === right,
      };
      const isInside = isRow && isColumn;
      let next: unknown = isRemoved && isInside ? withProperty(css, 'border', undefined) : css;
      for (const side of SIDES)
        if (isRemoved ? isInside || facing[side] : hasLine(borders, side, edge[side]))
          next = withProperty(next, `border-${side}`, isRemoved ? undefined : LINE);
      return next;
    },
  });
}
