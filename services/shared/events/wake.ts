/**
 * Tells readers that the log has grown. A NOTIFY per commit would serialise commits on one lock, so wakes are
 * coalesced: at most one notification every few milliseconds from each process; readers also look on a slow timer.
 */
import { Client } from 'pg';
import { adminUrlOptions, type Database } from '@zo/db';
import { logger } from '@zo/observability';

export const CHANNEL = 'zo_events';
const COALESCE_MS = 5;
const RECONNECT_MS = 1_000;
const log = logger('events');

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

/** Holds one connection that hears notifications; while it is down the readers' own timer does. */
export class LogListener {
  private client?: Client;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly onWake: () => void,
  ) {}

  async start(): Promise<void> {
    if (this.closed) return;
    const { url, service } = this.database.options;
    const client = new Client(adminUrlOptions(url.replaceAll('{service}', `zo_${service}`)));
    client.on('error', (error) => log.warn({ error }, 'lost the notification connection'));
    client.on('end', () => setTimeout(() => void this.start(), RECONNECT_MS).unref());
    this.client = client;
    try {
      await client.connect();
      client.on('notification', this.onWake);
      await client.query(`listen ${CHANNEL}`);
      this.onWake();
    } catch {
      await client.end().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    this.closed = true;
    await this.client?.end().catch(() => undefined);
  }
}
