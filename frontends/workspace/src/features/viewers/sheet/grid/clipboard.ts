import { clearCells } from '../commands';
import { fromHtml, fromTsv, toHtml, toTsv, type Copied } from '../model/clipboard';
import type { CellEdit } from '../model/edits';
import { typed } from '../model/literal';
import { isFormula, moved } from '../model/references';
import { sizesOf, MAX_COLUMNS, MAX_ROWS } from '../model/sizes';
import type { SheetSession } from '../session';

/** What this tab copied last; it is pasted with its formulas as long as the clipboard still has it. */
let copied: { tsv: string; cells: Copied; isCut: boolean; session: SheetSession } | undefined;

const MAX_CELLS = 500_000;

/** Puts the selected cells on the clipboard. */
export function copy(session: SheetSession, data: DataTransfer, isCut: boolean): void {
  const { range, sheet } = session;
  const { usedRows, usedColumns } = sizesOf(sheet);
  const bottom = Math.max(range.top, Math.min(range.bottom, usedRows - 1));
  const right = Math.max(range.left, Math.min(range.right, usedColumns - 1));
  if ((bottom - range.top + 1) * (right - range.left + 1) > MAX_CELLS) return;
  const cells: Copied = { texts: [], values: [], rows: [], column: range.left };
  for (let row = range.top; row <= bottom; row++) {
    if (session.isHidden(row)) continue;
    const [texts, values] = [[] as string[], [] as Copied['values'][number]];
    for (let column = range.left; column <= right; column++) {
      const value = session.valueAt(row, column);
      values.push(value);
      texts.push(session.shownAt(row, column).text);
    }
    cells.rows.push(row);
    cells.texts.push(texts);
    cells.values.push(values);
  }
  const tsv = toTsv(cells.texts);
  data.setData('text/plain', tsv);
  data.setData('text/html', toHtml(cells.texts));
  copied = { tsv, cells, isCut, session };
  if (isCut) clearCells(session);
}

/** The pasted cells repeat when a larger selection is a multiple of them. */
function repeats({ range }: SheetSession, rows: number, columns: number): { down: number; across: number } {
  const [height, width] = [range.bottom - range.top + 1, range.right - range.left + 1];
  const isMultiple = height % rows === 0 && width % columns === 0 && height * width <= MAX_CELLS;
  return isMultiple ? { down: height / rows, across: width / columns } : { down: 1, across: 1 };
}

/** Writes the clipboard's cells from the selected one on, and selects them. */
export function paste(session: SheetSession, data: DataTransfer): void {
  const text = data.getData('text/plain');
  const own = copied && copied.tsv === text.replaceAll('\r\n', '\n') ? copied : undefined;
  const html = own ? undefined : fromHtml(data.getData('text/html'));
  const texts = own ? own.cells.texts : (html ?? fromTsv(text));
  const [rows, columns] = [texts.length, Math.max(0, ...texts.map(({ length }) => length))];
  if (rows === 0 || columns === 0 || (!own && !html && text === '')) return;
  const { range } = session;
  const { down, across } = repeats(session, rows, columns);
  const edits: CellEdit[] = [];
  const targets = shownFrom(session, range.top, rows * down);
  for (const [y, row] of targets.entries())
    for (let x = 0; x < columns * across; x++) {
      const column = range.left + x;
      if (column >= MAX_COLUMNS) continue;
      edits.push({ row, column, value: valueFor({ own, texts, x: x % columns, y: y % rows }, { row, column }) });
    }
  session.setCells(edits);
  session.select(
    { row: range.top, column: range.left },
    {
      row: targets.at(-1)!,
      column: Math.min(MAX_COLUMNS, range.left + columns * across) - 1,
    },
  );
}

/** The next rows that filters show, as many as are asked for and a sheet has. */
function shownFrom(session: SheetSession, first: number, count: number): number[] {
  const rows: number[] = [];
  for (let row = first; row < MAX_ROWS && rows.length < count; row++) if (!session.isHidden(row)) rows.push(row);
  return rows;
}

interface Source {
  own: typeof copied;
  texts: readonly (readonly string[])[];
  x: number;
  y: number;
}

function valueFor({ own, texts, x, y }: Source, { row, column }: { row: number; column: number }) {
  if (!own) return typed(texts[y]![x] ?? '').value;
  const value = own.cells.values[y]![x] ?? '';
  // Cut formulas keep what they refer to; copied ones refer to the same distance from their new cell.
  return isFormula(value) && !own.isCut ? moved(value, row - own.cells.rows[y]!, column - own.cells.column - x) : value;
}
