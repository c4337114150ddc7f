import { parseInert } from '../../inert-html';
import type { Value } from './workbook';

/** A range as the clipboard has it. */
export interface Copied {
  /** What the cells show. */
  texts: string[][];
  /** What they hold, for pasting in a sheet. */
  values: Value[][];
  /** The row of the sheet that each row was copied from. */
  rows: number[];
  column: number;
}

const MAX_CELLS = 500_000;
const NEEDS_QUOTES = /[\t\n\r"]/;

/** Tab-separated text, as spreadsheets put it on the clipboard. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((text) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
    .join('\n');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

export const toHtml = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((text) => `<td>${escape(text)}</td>`).join('')}</tr>`).join('')}</table>`;

/** Reads tab-separated text. Cells in quotes may have tabs and line breaks. */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cells = 0;
  let at = 0;
  while (at < text.length && cells < MAX_CELLS) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = /^"((?:[^"]|"")*)"(?=[\t\r\n]|$)/.exec(text.slice(at));
      if (quoted) {
        cell = quoted[1]!.replaceAll('""', '"');
        at += quoted[0].length;
      }
    }
    if (cell === '') {
      const end = /[\t\r\n]|$/g;
      end.lastIndex = at;
      const { index } = end.exec(text)!;
      cell = text.slice(at, index);
      at = index;
    }
    rows.at(-1)!.push(cell);
    cells++;
    if (text[at] === '\t') {
      at++;
      if (at === text.length) rows.at(-1)!.push('');
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      if (at < text.length) rows.push([]);
    }
  }
  return rows;
}

/** The cells of the first table of HTML; undefined when it has none. */
export function fromHtml(html: string): string[][] | undefined {
  const table = parseInert(html).querySelector('table');
  if (!table) return undefined;
  let cells = 0;
  const rows: string[][] = [];
  for (const row of table.rows) {
    const texts: string[] = [];
    for (const cell of row.cells) {
      if (++cells > MAX_CELLS) return rows;
      texts.push(cell.textContent.replace(/\s+/g, ' ').trim());
    }
    rows.push(texts);
  }
  return rows;
}
