import { cellName, contains, parseCell, type Cell, type Range } from './address';
import type { Splice } from './references';
import { sizesOf } from './sizes';
import { member, withMember, type Worksheet } from './workbook';

/** A worksheet shows no more merged cells, nor such that cover more rows together. */
const MAX_MERGES = 10_000;
const MAX_COVERED_ROWS = 200_000;

interface Merges {
  list: readonly Range[];
  /** By each row that they cover. */
  byRow: ReadonlyMap<number, readonly Range[]>;
}

const NONE: Merges = { list: [], byRow: new Map() };
const known = new WeakMap<object, Merges>();

export const overlaps = (a: Range, b: Range): boolean =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

const isWhole = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;

function rangeOfEntry(name: string, spans: unknown): Range | undefined {
  const first = parseCell(name);
  if (!first || !Array.isArray(spans) || !isWhole(spans[0]) || !isWhole(spans[1])) return undefined;
  const [columns, rows] = spans as [number, number];
  if (columns * rows === 1) return undefined;
  return { top: first.row, left: first.column, bottom: first.row + rows - 1, right: first.column + columns - 1 };
}

/** Reads `mergeCells`, such as `{"A1": [2, 3]}` for two columns and three rows. What overlaps is left out. */
function read(sheet: Worksheet, entries: object): Merges {
  const { rows, columns } = sizesOf(sheet);
  const list: Range[] = [];
  const byRow = new Map<number, Range[]>();
  let covered = 0;
  for (const [name, spans] of Object.entries(entries)) {
    const range = rangeOfEntry(name, spans);
    if (!range || range.bottom >= rows || range.right >= columns) continue;
    covered += range.bottom - range.top + 1;
    if (list.length >= MAX_MERGES || covered > MAX_COVERED_ROWS) break;
    const lines = Array.from({ length: range.bottom - range.top + 1 }, (_none, index) => range.top + index);
    if (lines.some((row) => byRow.get(row)?.some((other) => overlaps(other, range)))) continue;
    list.push(range);
    for (const row of lines) byRow.set(row, [...(byRow.get(row) ?? []), range]);
  }
  return { list, byRow };
}

function mergesOf(sheet: Worksheet): Merges {
  const entries = member(sheet, 'mergeCells');
  if (typeof entries !== 'object' || entries === null) return NONE;
  const before = known.get(entries);
  if (before) return before;
  const merges = read(sheet, entries);
  known.set(entries, merges);
  return merges;
}

/** The merged cells of a worksheet. */
export const mergedRanges = (sheet: Worksheet): readonly Range[] => mergesOf(sheet).list;

/** The merged cell that covers a cell. */
export const mergeAt = (sheet: Worksheet, cell: Cell): Range | undefined =>
  mergesOf(sheet)
    .byRow.get(cell.row)
    ?.find((range) => contains(range, cell));

/** The cell that holds the value: the first one of a merged cell. */
export function originOf(sheet: Worksheet, cell: Cell): Cell {
  const merge = mergeAt(sheet, cell);
  return merge ? { row: merge.top, column: merge.left } : cell;
}

export const isCovered = (sheet: Worksheet, cell: Cell): boolean => {
  const merge = mergeAt(sheet, cell);
  return merge !== undefined && (merge.top !== cell.row || merge.left !== cell.column);
};

/** The smallest range around another that cuts no merged cell. Whole rows and columns stay what they are. */
export function expanded(sheet: Worksheet, range: Range): Range {
  const { list } = mergesOf(sheet);
  const { rows, columns } = sizesOf(sheet);
  if (range.bottom - range.top === rows - 1 || range.right - range.left === columns - 1) return range;
  let { top, left, bottom, right } = range;
  for (let isGrown = list.length > 0; isGrown;) {
    isGrown = false;
    for (const merge of list) {
      if (!overlaps(merge, { top, left, bottom, right })) continue;
      if (merge.top >= top && merge.left >= left && merge.bottom <= bottom && merge.right <= right) continue;
      top = Math.min(top, merge.top);
      left = Math.min(left, merge.left);
      bottom = Math.max(bottom, merge.bottom);
      right = Math.max(right, merge.right);
      isGrown = true;
    }
  }
  return { top, left, bottom, right };
}

const spansOf = ({ top, left, bottom, right }: Range): [string, [number, number]] => [
  cellName({ row: top, column: left }),
  [right - left + 1, bottom - top + 1],
];

function withMerges(sheet: Worksheet, ranges: readonly Range[]): Worksheet {
  return withMember(sheet, 'mergeCells', ranges.length > 0 ? Object.fromEntries(ranges.map(spansOf)) : undefined);
}

/** The worksheet with cells merged. What was merged there before is so no longer. */
export const addMerges = (sheet: Worksheet, ranges: readonly Range[]): Worksheet =>
  ranges.length === 0
    ? sheet
    : withMerges(sheet, [
        ...mergedRanges(sheet).filter((merge) => !ranges.some((range) => overlaps(merge, range))),
        ...ranges.filter(({ top, left, bottom, right }) => top < bottom || left < right),
      ]);

/** The worksheet without the merged cells of a range. */
export function removeMerges(sheet: Worksheet, range: Range): Worksheet {
  const kept = mergedRanges(sheet).filter((merge) => !overlaps(merge, range));
  return kept.length === mergedRanges(sheet).length ? sheet : withMerges(sheet, kept);
}

/** Merged cells move, grow and shrink with the rows and columns that are inserted and deleted. */
export function spliceMerges(sheet: Worksheet, { axis, at, count }: Splice): readonly Range[] {
  const [from, to] = axis === 'row' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  const after = (line: number) => (line < at ? line : Math.max(at, line + count));
  return mergedRanges(sheet).flatMap((range) => {
    const first = after(range[from]);
    // A deleted last line leaves the one before it as the last.
    const isLastGone = count < 0 && range[to] >= at && range[to] < at - count;
    const last = isLastGone ? at - 1 : after(range[to]);
    const next = { ...range, [from]: first, [to]: last };
    return last < first || (next.top === next.bottom && next.left === next.right) ? [] : [next];
  });
}

export const splicedMerges = (sheet: Worksheet, splice: Splice): Record<string, [number, number]> | undefined => {
  const ranges = spliceMerges(sheet, splice);
  return ranges.length > 0 ? Object.fromEntries(ranges.map(spansOf)) : undefined;
};
