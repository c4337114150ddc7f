/** Tells chat of times of schedules that are due, as the service that keeps schedules does. */
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish, writeOutbox } from '@zo/events';
import { zoEvents } from '@zo/proto/topics';
import type { Harness } from './harness.js';

export class DueTimes {
  private constructor(
    private readonly database: Database,
    private readonly userId: string,
  ) {}

  static async open({ platform, userId }: Harness): Promise<DueTimes> {
    const database = new Database({ service: 'zo', url: platform.database.serviceUrl, entities: [], migrations: [] });
    database.setOutbox(writeOutbox, () => void database.dataSource.query('notify zo_events'));
    await database.open();
    return new DueTimes(database, userId);
  }

  tell(due: { readonly scheduleId: string; readonly dueAt: bigint; readonly attempt: number }): Promise<void> {
    const { userId } = this;
    return this.database.tx(systemCtx(userId), async (tx) =>
      publish(tx, zoEvents, 'occurrence.due', { userId, ...due }),
    );
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
