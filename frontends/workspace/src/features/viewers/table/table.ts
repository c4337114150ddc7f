/** A parsed table; its first line names the columns. */
export interface Table {
  columns: string[];
  rows: string[][];
  /** Numeric columns, which are right-aligned. */
  numeric: boolean[];
}

const FIGURE = /^\s*[-+]?[\d.,\s]*\d%?\s*$/;
const SAMPLE_ROWS = 50;

/** The separator of a CSV: spreadsheets write semicolons in locales whose decimal sign is the comma. */
function separatorOf(text: string, name: string): string {
  if (name.toLowerCase().endsWith('.tsv')) return '\t';
  const line = text.slice(0, text.indexOf('\n') >>> 0);
  const count = (sign: string) => line.split(sign).length;
  return count(';') > count(',') ? ';' : ',';
}

/**
 * Parses RFC 4180 leniently: quoted cells may hold separators, line breaks and doubled quotes. Undefined when a quote
 * is not closed.
 */
export function readTable(text: string, name: string): Table | undefined {
  const separator = separatorOf(text, name);
  const lines: string[][] = [];
  let cells: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        const end = text.indexOf('"', at);
        if (end < 0) return undefined;
        cell += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    }
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at++;
    cell += text.slice(from, at).replace(/\r$/, '');
    cells.push(cell);
    const sign = text[at++];
    if (sign === separator && at < text.length) continue;
    if (sign === separator) cells.push('');
    if (cells.length > 1 || cells[0] !== '') lines.push(cells);
    cells = [];
  }
  const [columns, ...rows] = lines;
  if (!columns) return undefined;
  const width = Math.max(columns.length, ...rows.slice(0, SAMPLE_ROWS).map((row) => row.length));
  const sample = rows.slice(0, SAMPLE_ROWS);
  const numeric = Array.from(
    { length: width },
    (_none, column) =>
      sample.length > 0 &&
      sample.every((row) => row[column] === undefined || row[column] === '' || FIGURE.test(row[column])),
  );
  return { columns: Array.from({ length: width }, (_none, column) => columns[column] ?? ''), rows, numeric };
}
