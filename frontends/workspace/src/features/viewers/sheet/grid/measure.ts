import { cellName, parseCell } from '../model/address';
import { entriesOf, setColumnWidth, withSheet } from '../model/edits';
import { mergeAt } from '../model/merges';
import { MIN_WIDTH, offsetsOf, ownHeights } from '../model/sizes';
import { parseStyle } from '../model/styles';
import type { Worksheet } from '../model/workbook';
import type { SheetSession } from '../session';

const PADDING = { x: 17, y: 8 };
const LINE_HEIGHT = 20;
/** More is not measured, and no row becomes higher by itself. */
const MAX_MEASURED = 5_000;
const MAX_LINES = 20;
const MAX_FITTED = 600;

let canvas: CanvasRenderingContext2D | null | undefined;

/** Width of text in a cell, in pixels. */
function widthOfText(text: string, isBold = false): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return text.length * 8;
  canvas.font = `${isBold ? 700 : 400} 14px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text).width;
}

/** How many lines text takes where it wraps at words, and within words that are too long. */
function linesOf(text: string, width: number): number {
  let lines = 0;
  for (const line of text.split('\n')) {
    let used = 0;
    lines++;
    for (const word of line.split(/(?<= )/)) {
      const size = widthOfText(word);
      if (used > 0 && used + size > width) {
        lines++;
        used = 0;
      }
      lines += Math.max(0, Math.ceil(size / width) - 1);
      used += size > width ? size % width : size;
      if (lines >= MAX_LINES) return MAX_LINES;
    }
  }
  return lines;
}

/** Makes columns as wide as what they show. */
export function fitColumns(session: SheetSession, columns: readonly number[]): void {
  const style = entriesOf(session.sheet, 'style');
  const rows = Math.min(session.sheet.rows.length, MAX_MEASURED);
  let { sheet } = session;
  for (const column of columns) {
    let width = 0;
    for (let row = 0; row < rows; row++) {
      if (mergeAt(sheet, { row, column }) || session.isHidden(row)) continue;
      const isBold = parseStyle(style[cellName({ row, column })]).get('font-weight') === 'bold';
      for (const line of session.shownAt(row, column).text.split('\n'))
        width = Math.max(width, widthOfText(line, isBold));
    }
    const fitted = Math.min(MAX_FITTED, Math.max(MIN_WIDTH, Math.ceil(width) + PADDING.x));
    if (width > 0) sheet = setColumnWidth(sheet, column, fitted);
  }
  session.change(withSheet(session.book, session.active, sheet));
}

const wrapped = new WeakMap<object, readonly string[]>();

/** Names of the cells whose text wraps. */
function wrappedCells(sheet: Worksheet): readonly string[] {
  const style = entriesOf(sheet, 'style');
  const before = wrapped.get(style);
  if (before) return before;
  const names = Object.keys(style)
    .filter((name) => parseStyle(style[name]).get('white-space') === 'pre-wrap')
    .slice(0, MAX_MEASURED);
  wrapped.set(style, names);
  return names;
}

/** Heights of rows that are not as high as others: those of the file, and those of wrapped text. */
export function heightsOf(session: SheetSession, least: number): ReadonlyMap<number, number> {
  const { sheet } = session;
  const own = ownHeights(sheet);
  const offsets = offsetsOf(sheet);
  const heights = new Map([...own].map(([row, height]) => [row, Math.max(least, height)]));
  for (const name of wrappedCells(sheet)) {
    const cell = parseCell(name);
    if (!cell || own.has(cell.row) || cell.column >= offsets.length - 1) continue;
    const { text } = session.shownAt(cell.row, cell.column);
    if (text === '' || mergeAt(sheet, cell)) continue;
    const width = offsets[cell.column + 1]! - offsets[cell.column]! - PADDING.x;
    const height = linesOf(text, width) * LINE_HEIGHT + PADDING.y;
    if (height > (heights.get(cell.row) ?? least)) heights.set(cell.row, height);
  }
  return heights;
}
