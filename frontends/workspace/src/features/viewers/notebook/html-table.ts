import { parseInert } from '../inert-html';

/** The text of the tables in an HTML output. No element of the output reaches the page. */

const MAX_ROWS = 500;
const MAX_COLUMNS = 100;

export interface TextTable {
  readonly rows: readonly { readonly isHead: boolean; readonly cells: readonly string[] }[];
  readonly isCut: boolean;
}

export function tablesOf(html: string): TextTable[] {
  return Array.from(parseInert(html).querySelectorAll('table'), (table) => {
    const rows = Array.from(table.rows);
    return {
      isCut: rows.length > MAX_ROWS || rows.some(({ cells }) => cells.length > MAX_COLUMNS),
      rows: rows.slice(0, MAX_ROWS).map((row) => ({
        isHead: row.parentElement?.tagName === 'THEAD',
        cells: Array.from(row.cells)
          .slice(0, MAX_COLUMNS)
          .map((cell) => cell.textContent.trim()),
      })),
    };
  });
}
