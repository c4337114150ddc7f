/** What the agent and the process that reads a table say to each other over the channel between them. */

/** How a file is read, by its name; `lines`: any other text, a row for each of its lines. */
export type TableFormat = 'csv' | 'tsv' | 'jsonl' | 'json' | 'sqlite' | 'excel' | 'parquet' | 'lines';
export type ColumnKind = 'text' | 'number' | 'time';
export type Operator = 'contains' | 'is' | 'isNot' | 'less' | 'atMost' | 'greater' | 'atLeast';

export interface Column {
  name: string;
  kind: ColumnKind;
}

export interface Filter {
  /** From 0; -1: any column. */
  column: number;
  operator: Operator;
  value: string;
}

export interface Sort {
  column: number;
  descending: boolean;
}

export interface WindowRequest {
  /** Empty: the first. */
  sheet: string;
  /** SQLite only: a statement instead of a sheet; empty: none. */
  query: string;
  /** Who looks: a newer query or order of the same viewer ends the one before. */
  viewer: string;
  from: number;
  count: number;
  sort: Sort | null;
  filters: Filter[];
}

export interface Row {
  /** From 1, also when sorted or filtered. */
  number: number;
  cells: string[];
}

export interface TableWindow {
  columns: Column[];
  /** With those over the limit of columns. */
  columnCount: number;
  rows: Row[];
  /** Rows that match the filters. */
  total: number;
  /** Rows are still counted. */
  atLeast: boolean;
  /** Rows without filters. */
  all: number;
  sheets: string[];
  /** A sentence about how the file is read; empty: as usual. */
  note: string;
}

/** `invalid`: the request asks for what is not there or not possible; `unreadable`: the file is the cause. */
export type Refusal = 'invalid' | 'unreadable';

/** A reason for the user. */
export class TableError extends Error {
  constructor(
    readonly refusal: Refusal,
    message: string,
  ) {
    super(message);
  }
}

export type Sent = WindowRequest & { id: number };
export type Received =
  { id: number; window: TableWindow } | { id: number; refusal: Refusal | 'unexpected'; message: string };

export const MAX_ROWS = 1_000;
export const MAX_COLUMNS = 500;
export const MAX_CELL = 4_096;
export const MAX_FILTERS = 8;
/** Characters of a filter and of a statement. */
export const MAX_VALUE = 1_000;
export const MAX_QUERY = 20_000;
export const MAX_VIEWER = 64;

/** The descriptor of the file, which the process inherits. */
export const FILE_DESCRIPTOR = 4;
