/**
 * Reads one table: a child process of the agent with a low priority and a small heap, which answers windows of rows. It
 * inherits the open file, and ends with the agent, whose channel it is started with.
 */
import { FILE_DESCRIPTOR, type TableFormat } from '../messages.js';
import { serve } from './serve.js';
import { openJson } from './json-table.js';
import { SqliteTable } from './sqlite-table.js';
import { TextTable } from './text-table.js';

const [, , format = 'csv', path = '', state = ''] = process.argv;

serve(async () => {
  if (format === 'sqlite') return new SqliteTable(path, state === 'live');
  if (format === 'json') return openJson(FILE_DESCRIPTOR);
  return TextTable.open(FILE_DESCRIPTOR, format as TableFormat);
});
