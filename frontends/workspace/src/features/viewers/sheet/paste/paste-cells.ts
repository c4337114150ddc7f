import type { Cell, Range } from '../model/address';
import { setCells, setEntries, withSheet, type CellEdit } from '../model/edits';
import { addMerges, mergeAt, removeMerges } from '../model/merges';
import { isFormula, moved } from '../model/references';
import { MAX_COLUMNS, MAX_ROWS } from '../model/sizes';
import type { Value, Worksheet } from '../model/workbook';
import type { SheetSession } from '../session';
import { MAX_PASTED, type Pasted, type PastedCell } from './html';
import { fromR1c1 } from './r1c1';

/** The pasted cells repeat when a larger selection is a multiple of them. */
function repeats({ range }: SheetSession, rows: number, columns: number): { down: number; across: number } {
  const [height, width] = [range.bottom - range.top + 1, range.right - range.left + 1];
  const isMultiple = height % rows === 0 && width % columns === 0 && height * width <= MAX_PASTED;
  return isMultiple ? { down: height / rows, across: width / columns } : { down: 1, across: 1 };
}

/** The next rows that filters show, as many as are asked for and a sheet has. */
function shownFrom(session: SheetSession, first: number, count: number): number[] {
  const rows: number[] = [];
  for (let row = first; row < MAX_ROWS && rows.length < count; row++) if (!session.isHidden(row)) rows.push(row);
  return rows;
}

function valueFor({ value, relative, origin }: PastedCell, to: Cell, isCut: boolean): Value {
  if (relative !== undefined) return fromR1c1(relative, to);
  // Cut formulas keep what they refer to; copied ones refer to the same distance from their new cell.
  if (!origin || isCut || !isFormula(value)) return value;
  return moved(value, to.row - origin.row, to.column - origin.column);
}

type Target = Map<string, PastedCell>;

/** Styles and number formats of what is pasted replace those of the cells below. */
function withFormats(
  sheet: Worksheet,
  cells: Target,
  { range, isPlain }: { range: Range; isPlain: boolean },
): Worksheet {
  const at = ({ row, column }: Cell) => cells.get(`${row},${column}`);
  const isHidden = () => false;
  const styled = isPlain
    ? sheet
    : setEntries(sheet, 'style', {
        range,
        isHidden,
        change: (before, cell) => (at(cell) ? at(cell)!.style : before),
      });
  return setEntries(styled, 'cells', {
    range,
    isHidden,
    change: (before, cell) => {
      const pasted = at(cell);
      if (!pasted || (isPlain && pasted.mask === undefined)) return before;
      const { mask: _old, ...others } = (typeof before === 'object' && before !== null ? before : {}) as {
        mask?: unknown;
      };
      const next = pasted.mask === undefined ? others : { ...others, mask: pasted.mask };
      return Object.keys(next).length > 0 ? next : undefined;
    },
  });
}

/** Merged cells of what is pasted, where its rows stand together in the sheet. */
function mergesAt({ merges }: Pasted, rows: readonly number[], left: number): Range[] {
  return merges.flatMap((merge) => {
    const [top, bottom] = [rows[merge.top], rows[merge.bottom]];
    if (top === undefined || bottom === undefined || bottom - top !== merge.bottom - merge.top) return [];
    return [{ top, bottom, left: left + merge.left, right: left + merge.right }];
  });
}

/** Writes cells from the selected one on, and selects them. One undo takes all of it back. */
export function pasteCells(session: SheetSession, pasted: Pasted, isCut: boolean): void {
  const count = pasted.rows.length;
  const width = Math.max(0, ...pasted.rows.map(({ length }) => length));
  if (count === 0 || width === 0) return;
  const { range, sheet } = session;
  const merge = mergeAt(sheet, session.anchor);
  const isOne = count === 1 && width === 1;
  // One value goes into a merged cell as a whole.
  const { down, across } = isOne && merge ? { down: 1, across: 1 } : repeats(session, count, width);
  const rows = shownFrom(session, range.top, count * down);
  const cells: Target = new Map();
  const edits: CellEdit[] = [];
  for (const [y, row] of rows.entries())
    for (let x = 0; x < width * across; x++) {
      const to = { row, column: range.left + x };
      const cell = pasted.rows[y % count]![x % width] ?? { value: '' };
      if (to.column >= MAX_COLUMNS) continue;
      cells.set(`${row},${to.column}`, cell);
      edits.push({ ...to, value: valueFor(cell, to, isCut) });
    }
  const target = { ...range, bottom: rows.at(-1)!, right: Math.min(MAX_COLUMNS, range.left + width * across) - 1 };
  const merges: Range[] = [];
  for (let part = 0; part < down; part++)
    for (let column = 0; column < across; column++)
      merges.push(...mergesAt(pasted, rows.slice(part * count, (part + 1) * count), range.left + column * width));
  const book = setCells(session.book, session.active, edits);
  // What is pasted takes the place of merged cells below it.
  const own = book.sheets[session.active]!;
  const plain = isOne && merge ? own : addMerges(removeMerges(own, target), merges);
  session.change(
    withSheet(book, session.active, withFormats(plain, cells, { range: target, isPlain: pasted.isPlain ?? false })),
  );
  session.select({ row: target.top, column: target.left }, { row: target.bottom, column: target.right });
}
