/**
 * Parses the beginning of a CSV or TSV file as a table (RFC 4180), for API clients; our viewers parse the text
 * themselves.
 */

export const MAX_TABLE_ROWS = 1_000;
const MAX_COLUMNS = 500;
/** Characters of the file that are parsed. */
const MAX_CHARACTERS = 512 * 1024;

export interface Table {
  readonly tableColumns: string[];
  readonly tableData: string[][];
}

/**
 * The first row names the columns; each following row, at most `MAX_TABLE_ROWS`, has a cell for every column. Null for
 * an empty file.
 */
export function tableOf(text: string, separator: ',' | '\t'): Table | null {
  const isWhole = text.length <= MAX_CHARACTERS;
  const rows = parseRows(text.slice(0, MAX_CHARACTERS).replace(/^\ufeff/, ''), separator);
  // The last row of a truncated text may be incomplete.
  if (!isWhole && rows.length <= MAX_TABLE_ROWS) rows.pop();
  const [first, ...rest] = rows;
  if (!first) return null;
  const data = rest.slice(0, MAX_TABLE_ROWS);
  const width = Math.min(
    MAX_COLUMNS,
    data.reduce((most, row) => Math.max(most, row.length), first.length),
  );
  const fitted = (row: string[]) => Array.from({ length: width }, (_none, index) => row[index] ?? '');
  return { tableColumns: fitted(first), tableData: data.map(fitted) };
}

function parseRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length <= MAX_TABLE_ROWS) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : { text: '', end: at };
    const plain = plainCell(text, quoted.end, separator);
    row.push(quoted.text + plain.text);
    at = plain.end;
    if (text[at] === separator) {
      at++;
      if (at === text.length) row.push('');
      else continue;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

function plainCell(text: string, from: number, separator: string): { text: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { text: text.slice(from, end), end };
}

/**
 * Parses a quoted cell. An unclosed quote extends to the end of the text; text after a closing quote belongs to the
 * cell.
 */
function quotedCell(text: string, from: number): { text: string; end: number } {
  let cell = '';
  let start = from + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote === -1) return { text: cell + text.slice(start), end: text.length };
    cell += text.slice(start, quote);
    if (text[quote + 1] !== '"') return { text: cell, end: quote + 1 };
    cell += '"';
    start = quote + 2;
  }
}
