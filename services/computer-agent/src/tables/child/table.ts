/**
 * Reads one table: a child process of the agent with a low priority and a small heap, which answers windows of rows. It
 * inherits the open file, and ends with the agent, whose channel it is started with.
 */
import os from 'node:os';
import {
  FILE_DESCRIPTOR,
  type Received,
  type Sent,
  TableError,
  type TableFormat,
  type TableWindow,
  type WindowRequest,
} from '../messages.js';
import { SqliteTable } from './sqlite-table.js';
import { TextTable } from './text-table.js';

interface Table {
  /** @throws TableError */
  window: (request: WindowRequest) => TableWindow | Promise<TableWindow>;
}

const NICE = 10;
os.setPriority(NICE);
const [, , format = 'csv', state = ''] = process.argv;

async function open(): Promise<Table> {
  if (format === 'sqlite') return new SqliteTable(`/proc/self/fd/${FILE_DESCRIPTOR}`, state === 'live');
  return TextTable.open(FILE_DESCRIPTOR, format as TableFormat);
}
const opening = open();
// The first request is told why.
opening.catch(() => undefined);

const send = (message: Received) => process.send?.(message);

process.on('message', ({ id, ...request }: Sent) => {
  opening
    .then((table) => table.window(request))
    .then(
      (window) => send({ id, window }),
      (error: unknown) =>
        send(
          error instanceof TableError
            ? { id, refusal: error.refusal, message: error.message }
            : { id, refusal: 'unexpected', message: String(error) },
        ),
    );
});
process.on('disconnect', () => process.exit(0));
