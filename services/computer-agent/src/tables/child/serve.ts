import os from 'node:os';
import { type Received, type Sent, TableError, type TableWindow, type WindowRequest } from '../messages.js';
import { BACKGROUND_NICE } from '../../programs/priority.js';

/** A file that is read in windows. */
export interface Table {
  /** @throws TableError */
  window: (request: WindowRequest) => TableWindow | Promise<TableWindow>;
}

/** Answers the agent until it ends, from a table that is opened once. */
export function serve(open: () => Promise<Table>): void {
  os.setPriority(BACKGROUND_NICE);
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
}
