import type { ClipboardEvent } from 'react';
import { toast } from '@zo/web/ui';
import { clearCells } from '../commands';
import { PASTE } from '../messages';
import { cellName, contains, type Range } from '../model/address';
import { fromTsv, toTsv } from '../model/clipboard';
import { entriesOf } from '../model/edits';
import { literalOf, typed } from '../model/literal';
import { mergedRanges, overlaps } from '../model/merges';
import { isFormula } from '../model/references';
import { sizesOf } from '../model/sizes';
import type { Value } from '../model/workbook';
import { fromHtml, MAX_HTML, MAX_PASTED, type Pasted, type PastedCell } from '../paste/html';
import { pasteCells } from '../paste/paste-cells';
import { toHtml, type CopiedCell } from '../paste/to-html';
import type { SheetSession } from '../session';

/** What this tab copied last; it is pasted with its formulas as long as the clipboard still has it. */
let copied: { tsv: string; cells: Pasted; isCut: boolean } | undefined;

const MAX_CELLS = 200_000;

/** The selection up to the last cell that holds something. */
function copiedRange({ range, sheet }: SheetSession): Range {
  const { usedRows, usedColumns } = sizesOf(sheet);
  const bottom = Math.max(range.top, Math.min(range.bottom, usedRows - 1));
  const right = Math.max(range.left, Math.min(range.right, usedColumns - 1));
  const merges = mergedRanges(sheet).filter((merge) => overlaps(merge, range));
  return {
    ...range,
    bottom: Math.min(range.bottom, Math.max(bottom, ...merges.map((merge) => merge.bottom))),
    right: Math.min(range.right, Math.max(right, ...merges.map((merge) => merge.right))),
  };
}

/** Merged cells of a range whose rows are all shown, counted from its first cell. */
function copiedMerges({ sheet }: SheetSession, { left }: Range, rows: readonly number[]): Range[] {
  const last = rows.at(-1)!;
  return mergedRanges(sheet).flatMap((merge) => {
    const [top, bottom] = [rows.indexOf(merge.top), rows.indexOf(merge.bottom)];
    const isWhole = top >= 0 && bottom - top === merge.bottom - merge.top && merge.bottom <= last && merge.left >= left;
    return isWhole ? [{ top, bottom, left: merge.left - left, right: merge.right - left }] : [];
  });
}

/** What other programs get of a cell: the result of its formula. */
function resultOf(session: SheetSession, row: number, column: number): Value {
  const value = session.valueAt(row, column);
  const { text, isError } = session.shownAt(row, column);
  if (!isFormula(value)) return typeof literalOf(value) === 'string' || typeof value === 'string' ? text : value;
  const result = session.resultAt(row, column);
  return isError || typeof result === 'object' ? text : (result ?? null);
}

/** Puts the selected cells on the clipboard. Rows that filters hide are left out. */
function copy(session: SheetSession, data: DataTransfer, isCut: boolean): void {
  const range = copiedRange(session);
  const { top, left, bottom, right } = range;
  if ((bottom - top + 1) * (right - left + 1) > MAX_CELLS) return void toast(PASTE.tooMany);
  const rows = Array.from({ length: bottom - top + 1 }, (_none, index) => top + index).filter(
    (row) => !session.isHidden(row),
  );
  const styles = entriesOf(session.sheet, 'style');
  const own: PastedCell[][] = [];
  const others: CopiedCell[][] = [];
  for (const row of rows) {
    const columns = Array.from({ length: right - left + 1 }, (_none, index) => left + index);
    const about = columns.map((column) => {
      const style = styles[cellName({ row, column })];
      return { mask: session.maskAt({ row, column }), style: typeof style === 'string' ? style : undefined };
    });
    own.push(
      columns.map((column, at) => ({ ...about[at]!, value: session.valueAt(row, column), origin: { row, column } })),
    );
    others.push(
      columns.map((column, at) => {
        const { text } = session.shownAt(row, column);
        return { ...about[at]!, text, value: resultOf(session, row, column) };
      }),
    );
  }
  const merges = copiedMerges(session, range, rows);
  const tsv = toTsv(others.map((cells) => cells.map(({ text }) => text)));
  data.setData('text/plain', tsv);
  data.setData(
    'text/html',
    toHtml(others, (row, column) => merges.find((merge) => contains(merge, { row, column }))),
  );
  copied = { tsv, cells: { rows: own, merges }, isCut };
  if (isCut) clearCells(session);
}

/** What the clipboard has: what this tab copied, a table, or text. */
function read(data: DataTransfer): { cells: Pasted; isCut: boolean } | 'too large' | undefined {
  const text = data.getData('text/plain');
  if (copied && copied.tsv === text.replaceAll('\r\n', '\n')) return copied;
  const html = fromHtml(data.getData('text/html'));
  if (html === 'too large') return html;
  if (html) return { cells: html, isCut: false };
  if (text === '') return undefined;
  if (text.length > MAX_HTML) return 'too large';
  const rows = fromTsv(text).map((cells) => cells.map((cell): PastedCell => typed(cell)));
  if (rows.reduce((count, { length }) => count + length, 0) > MAX_PASTED) return 'too large';
  return { cells: { rows, merges: [], isPlain: true }, isCut: false };
}

/** Writes the clipboard's cells from the selected one on, and selects them. */
function paste(session: SheetSession, data: DataTransfer): void {
  const found = read(data);
  if (found === 'too large') toast(PASTE.tooLarge);
  else if (found) pasteCells(session, found.cells, found.isCut);
}

type ClipboardHandlers = Record<'onCopy' | 'onCut' | 'onPaste', (event: ClipboardEvent) => void>;

/** Copying and pasting cells; within a field of a cell the browser does it. */
export function clipboardOf(session: SheetSession): ClipboardHandlers {
  const handle = (run: (data: DataTransfer) => void) => (event: ClipboardEvent) => {
    if (session.editing) return;
    event.preventDefault();
    run(event.clipboardData);
  };
  return {
    onCopy: handle((data) => copy(session, data, false)),
    onCut: handle((data) => copy(session, data, true)),
    onPaste: handle((data) => paste(session, data)),
  };
}
