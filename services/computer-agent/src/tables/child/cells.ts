import { MAX_CELL } from '../messages.js';

/** The cells of one row of text; a cell in quotes ends at its second quote, and two quotes in it are one. */
export function splitRow(text: string, separator: string, quotes: boolean): string[] {
  if (!quotes || !text.includes('"')) return text.split(separator);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      let from = at + 1;
      let close = text.indexOf('"', from);
      while (close !== -1 && text[close + 1] === '"') {
        cell += text.slice(from, close + 1);
        from = close + 2;
        close = text.indexOf('"', from);
      }
      at = close === -1 ? text.length : close + 1;
      cell += text.slice(from, close === -1 ? text.length : close);
    }
    const next = text.indexOf(separator, at);
    cells.push(cell + text.slice(at, next === -1 ? text.length : next));
    if (next === -1) return cells;
    at = next + 1;
  }
}

/** Text of a JSON value in a cell. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A cell cut to the given number of characters. */
export const cutCell = (cell: string, max: number): string => (cell.length > max ? `${cell.slice(0, max - 1)}…` : cell);

/** Bytes of the rows of one answer, which has 1 MiB with all that surrounds them. */
const MAX_ROWS_BYTES = 900 * 1024;
/** Bytes of one row, so that any row can be answered. */
const MAX_ROW_BYTES = 256 * 1024;

/** Collects the rows of an answer, as many as it may have. */
export class Answered<Found extends { cells: string[] }> {
  readonly rows: Found[] = [];
  private bytes = 0;

  /** False when it is full, and the row is not in it. */
  add(row: Found): boolean {
    const most = Math.max(16, Math.min(MAX_CELL, Math.floor(MAX_ROW_BYTES / 3 / Math.max(1, row.cells.length))));
    const cells = row.cells.map((cell) => cutCell(cell, most));
    const size = cells.reduce((sum, cell) => sum + Buffer.byteLength(cell) + 4, 16);
    if (this.bytes + size > MAX_ROWS_BYTES && this.rows.length > 0) return false;
    this.bytes += size;
    this.rows.push({ ...row, cells });
    return true;
  }
}
