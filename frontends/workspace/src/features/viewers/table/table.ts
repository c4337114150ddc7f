import { isRecord as isJsonRecord, parseJson } from '@zo/proto/records';
import Papa from 'papaparse';

/** A parsed table; its first line names the columns. */
export interface Table {
  columns: string[];
  rows: string[][];
  types: ColumnType[];
}

/** As the computer tells the types of longer tables, so that sorting changes none. */
export type ColumnType = 'number' | 'time' | 'text';

const FIGURE = /^\s*[-+]?(\d[\d.,\s]*)?\d([eE][-+]?\d+)?\s*%?\s*$/;
const MOMENT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:?\d\d)?)?$/;
const SAMPLE_ROWS = 50;
const SAMPLE_LINES = 1_000;
const MAX_FIELDS = 500;

/** A table of JSON lines: a column for each field of the objects. */
function readLines(text: string): string[][] | undefined {
  const values = text.split('\n').flatMap((line): unknown[] => {
    if (line.trim() === '') return [];
    try {
      return [parseJson(line)];
    } catch {
      return [line];
    }
  });
  if (values.length === 0) return undefined;
  const isRecord = (value: unknown): value is Record<string, unknown> => isJsonRecord(value) || Array.isArray(value);
  const fields = new Set(values.slice(0, SAMPLE_LINES).flatMap((value) => (isRecord(value) ? Object.keys(value) : [])));
  const names = fields.size > 0 ? [...fields].slice(0, MAX_FIELDS) : ['value'];
  const show = (value: unknown) =>
    typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  const rows = values.map((value) =>
    isRecord(value) && fields.size > 0
      ? names.map((name) => (Object.hasOwn(value, name) ? show(value[name]) : ''))
      : [show(value)],
  );
  return [names, ...rows];
}

/**
 * Parses a CSV, TSV or JSON lines file. Undefined when a quote is not closed, because the cells after it would be
 * wrong.
 */
export function readTable(text: string, name: string): Table | undefined {
  if (/\.(jsonl|ndjson)$/i.test(name)) return tableOf(readLines(text));
  const { data: lines, errors } = Papa.parse<string[]>(text.replaceAll('\r\n', '\n'), {
    delimiter: name.toLowerCase().endsWith('.tsv') ? '\t' : '',
    // Spreadsheets write semicolons where the decimal sign is the comma.
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
  });
  if (errors.some(({ code }) => code === 'MissingQuotes')) return undefined;
  return tableOf(lines);
}

function tableOf(lines: string[][] | undefined): Table | undefined {
  const [columns, ...rows] = lines ?? [];
  if (!columns) return undefined;
  const width = Math.max(columns.length, ...rows.slice(0, SAMPLE_ROWS).map((row) => row.length));
  const sample = rows.slice(0, SAMPLE_ROWS);
  const types = Array.from({ length: width }, (_none, column) => typeOf(sample.map((row) => row[column])));
  return { columns: Array.from({ length: width }, (_none, column) => columns[column] ?? ''), rows, types };
}

function typeOf(cells: readonly (string | undefined)[]): ColumnType {
  const filled = cells.filter((cell): cell is string => cell !== undefined && cell !== '');
  if (filled.length === 0) return 'text';
  if (filled.every((cell) => FIGURE.test(cell))) return 'number';
  return filled.every((cell) => MOMENT.test(cell)) ? 'time' : 'text';
}
