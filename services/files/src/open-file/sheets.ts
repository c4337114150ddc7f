import type { Computer } from '@zo/computer-client';
import { agentErrorOf, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { z } from 'zod';
import { presentRows } from '../tables/tables.presenter.js';
import { MAX_TABLE_ROWS } from './table.js';

const MAX_SHEETS = 20;
/** Characters of all cells. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** A sheet of a workbook (FT-01): the names of its columns, and its first rows, each with a cell for every column. */
export const sheet = z
  .strictObject({ name: z.string(), columns: z.array(z.string()), data: z.array(z.array(z.string())) })
  .meta({ id: 'Sheet' });
type Sheet = z.infer<typeof sheet>;

/**
 * The first sheets of a workbook, each with at most `MAX_TABLE_ROWS` rows, for API clients; our viewers read windows of
 * rows. Null for a file that the computer cannot read as a workbook.
 */
export async function readSheets(computer: Computer, location: Location): Promise<Sheet[] | null> {
  try {
    const first = await readSheet(computer, location);
    const sheets = [first.sheet];
    let characters = charactersOf(first.sheet);
    for (const name of first.names.slice(1, MAX_SHEETS)) {
      const { sheet: next } = await readSheet(computer, location, { ...first, name });
      characters += charactersOf(next);
      if (characters > MAX_CHARACTERS) break;
      sheets.push(next);
    }
    return sheets;
  } catch (error) {
    if (agentErrorOf(error)) return null;
    throw error;
  }
}

/** `name` and `etag` of the file are not given for the first sheet. */
async function readSheet(
  computer: Computer,
  location: Location,
  { name = '', etag = '' }: { name?: string; etag?: string } = {},
): Promise<{ sheet: Sheet; names: string[]; etag: string }> {
  const path = toAgentPath(location);
  const answer = await computer.tables.rows({ path, sheet: name, etag, count: MAX_TABLE_ROWS });
  const { columns, rows, sheets: names, etag: current } = presentRows(answer, MAX_TABLE_ROWS);
  const data = rows.map(({ cells }) => columns.map((_column, index) => cells[index] ?? ''));
  return {
    sheet: { name: name || (names[0] ?? ''), columns: columns.map((column) => column.name), data },
    names,
    etag: current,
  };
}

const charactersOf = ({ columns, data }: Sheet): number =>
  [columns, ...data].reduce((sum, row) => row.reduce((length, cell) => length + cell.length, sum), 0);
