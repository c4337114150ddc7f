import { type JsonRecord, parseJson, recordsIn } from '@zo/proto/records';
import { MAX_COLUMNS, TableError } from '../messages.js';
import { showValue } from './cells.js';
import { MAX_SHEETS, readWhole, Sheets, type SheetRows } from './sheets.js';

/** What is parsed takes many times the memory. */
const LIMIT = { maxBytes: 32 * 1024 * 1024, tooLarge: 'JSON of more than 32 MB is not shown as a table.' };

/** A JSON file with one list of records, or with several by their names. @throws TableError */
export async function openJson(fd: number): Promise<Sheets> {
  const text = (await readWhole(fd, LIMIT)).toString('utf8');
  const lists = recordsIn(parsed(text.replace(/^\uFEFF/, '')));
  if (!lists) throw new TableError('unreadable', 'This JSON has no list of records, so it is no table.');
  const names = [...lists.keys()].filter((name) => name !== '').slice(0, MAX_SHEETS);
  return new Sheets(names, (name) => sheetOf(lists.get(name)!));
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new TableError('unreadable', 'This file is no valid JSON.');
  }
}

/** A column for each field of the records, in the order in which they come. */
function sheetOf(list: readonly JsonRecord[]): SheetRows {
  const fields = [...new Set(list.flatMap((record) => Object.keys(record)))];
  const shown = fields.slice(0, MAX_COLUMNS);
  const cellsOf = (record: JsonRecord) =>
    shown.map((field) => (Object.hasOwn(record, field) ? showValue(record[field]) : ''));
  return { names: fields, rows: list.map(cellsOf) };
}
