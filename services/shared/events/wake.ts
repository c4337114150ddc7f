/**
 * Notifies consumers that the log has grown. A NOTIFY per commit would serialise commits on one lock, so each process
 * sends at most one notification every few milliseconds; consumers also poll.
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
      // If a notification is lost, the consumer finds the event at its next poll.
      this.query(`notify ${CHANNEL}`).catch(() => undefined);
    }, COALESCE_MS);
  };

  close(): void {
    clearTimeout(this.timer);
  }
}

/** Holds one connection that listens for notifications; while it is down, consumers rely on polling. */
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
