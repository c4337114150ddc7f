import { store } from '@zo/web/store';
import type { ComputerLocation } from '@zo/web/paths';
import { tablesApi } from '../../../api/tables.endpoints';
import type { Cell, RowsAnswer } from './rows';

/** A cell of a sheet of a workbook. */
export interface FoundCell extends Cell {
  readonly sheet: string;
}

const contains = (text: string) => [{ column: -1, operator: 'contains' as const, value: text }];

/** The first cell of a workbook that has a text, sheet after sheet; undefined when none has it. */
export async function findCell(
  { root, path }: ComputerLocation,
  text: string,
  signal: AbortSignal,
): Promise<FoundCell | undefined> {
  const rowsOf = async (sheet: string): Promise<RowsAnswer> => {
    const body = { root, path, sheet, count: 1, filters: contains(text), viewer: 'find-cell' };
    return store.dispatch(tablesApi.endpoints.rows.initiate(body, { track: false })).unwrap();
  };
  const first = await rowsOf('');
  for (const [at, sheet] of first.sheets.entries()) {
    if (signal.aborted) return undefined;
    const [row] = (at === 0 ? first : await rowsOf(sheet)).rows;
    if (row) return { sheet, row: row.number - 1, column: columnOf(row.cells, text) };
  }
  return undefined;
}

const columnOf = (cells: readonly string[], text: string): number =>
  Math.max(
    0,
    cells.findIndex((cell) => cell.toLowerCase().includes(text.toLowerCase())),
  );
