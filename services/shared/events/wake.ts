/**
 * Tells readers that the log has grown. A NOTIFY per commit would serialise commits on one lock, so wakes are
 * coalesced: at most one notification every few milliseconds from each process; readers also look on a slow timer.
 */
import type { Client } from 'pg';

export const CHANNEL = 'zo_events';
const COALESCE_MS = 5;

export class LogWaker {
  private timer?: NodeJS.Timeout;

  constructor(private readonly query: (sql: string) => Promise<unknown>) {}

  /** Called after a commit that appended events. */
  readonly wake = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      // A lost notification only costs the reader its slow timer.
      this.query(`notify ${CHANNEL}`).catch(() => undefined);
    }, COALESCE_MS);
  };

  close(): void {
    clearTimeout(this.timer);
  }
}

/** Calls `onWake` for each notification until the client ends. */
export async function listen(client: Client, onWake: () => void): Promise<void> {
  client.on('notification', onWake);
  await client.query(`listen ${CHANNEL}`);
}
