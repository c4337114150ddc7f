/** The text of the tables in an HTML output. No element of the output reaches the page. */

const MAX_ROWS = 500;
const MAX_COLUMNS = 100;

/** A tag with its attributes. Linear for any input, because no part of it matches another tag. */
const TAG = /<([a-z][a-z0-9]*)\b(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/gi;

export interface TextTable {
  readonly rows: readonly { readonly isHead: boolean; readonly cells: readonly string[] }[];
  readonly isCut: boolean;
}

/**
 * Documents of a parser have no window, so nothing in them is run or requested. Attributes are removed first, because
 * browsers report event handlers to the policy of the page even there.
 */
export function tablesOf(html: string): TextTable[] {
  const parsed = new DOMParser().parseFromString(html.replace(TAG, '<$1>'), 'text/html');
  for (const element of parsed.querySelectorAll('script, style')) element.remove();
  return Array.from(parsed.querySelectorAll('table'), (table) => {
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
