/** What a computer says about a table, checked and in the words of the API. */
import { ColumnType, type RowsResponse } from '@zo/proto/agent/v1';
import { sanitiseAmount, sanitiseText } from '@zo/computer-client';
import { MAX_COLUMNS, MAX_SHEETS, type RowsAnswer, type TableColumnAnswer } from './tables.dto.js';

const MAX_ETAG = 200;
const MAX_NAME = 1_000;
const MAX_CELL = 4_096;
const TYPE: Partial<Record<ColumnType, TableColumnAnswer['type']>> = {
  [ColumnType.NUMBER]: 'number',
  [ColumnType.TIME]: 'time',
};

/** `count`: the rows that were asked for. */
export function presentRows(answer: RowsResponse, count: number): RowsAnswer {
  const { etag, columns, columnCount, rows, total, atLeast, all, sheets, note } = answer;
  return {
    etag: sanitiseText(etag, MAX_ETAG),
    columns: columns
      .slice(0, MAX_COLUMNS)
      .map(({ name, type }) => ({ name: sanitiseText(name, MAX_NAME), type: TYPE[type] ?? 'text' })),
    columnCount: sanitiseAmount(columnCount),
    rows: rows.slice(0, count).map(({ number, cells }) => ({
      number: sanitiseAmount(number),
      cells: cells.slice(0, MAX_COLUMNS).map((cell) => sanitiseText(cell, MAX_CELL)),
    })),
    total: sanitiseAmount(total),
    isAtLeast: atLeast,
    all: sanitiseAmount(all),
    sheets: sheets.slice(0, MAX_SHEETS).map((name) => sanitiseText(name, MAX_NAME)),
    note: sanitiseText(note),
  };
}
