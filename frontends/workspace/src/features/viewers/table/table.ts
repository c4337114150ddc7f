import Papa from 'papaparse';

/** A parsed table; its first line names the columns. */
export interface Table {
  columns: string[];
  rows: string[][];
  /** Numeric columns, which are right-aligned. */
  numeric: boolean[];
}

const FIGURE = /^\s*[-+]?[\d.,\s]*\d%?\s*$/;
const SAMPLE_ROWS = 50;

/** Parses a CSV or TSV file. Undefined when a quote is not closed, because the cells after it would be wrong. */
export function readTable(text: string, name: string): Table | undefined {
  const { data: lines, errors } = Papa.parse<string[]>(text.replaceAll('\r\n', '\n'), {
    delimiter: name.toLowerCase().endsWith('.tsv') ? '\t' : '',
    // Spreadsheets write semicolons where the decimal sign is the comma.
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
  });
  if (errors.some(({ code }) => code === 'MissingQuotes')) return undefined;
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
