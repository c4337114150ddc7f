/** Tells chat of messages that arrived, as the service that keeps them does. */
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish, writeOutbox } from '@zo/events';
import { channelsEvents } from '@zo/proto/topics';
import type { Harness } from './harness.js';

export class ArrivingMessages {
  private constructor(
    private readonly database: Database,
    private readonly userId: string,
  ) {}

  static async open({ platform, userId }: Harness): Promise<ArrivingMessages> {
    const database = new Database({
      service: 'channels',
      url: platform.database.serviceUrl,
      entities: [],
      migrations: [],
    });
    database.setOutbox(writeOutbox, () => void database.dataSource.query('notify zo_events'));
    await database.open();
    return new ArrivingMessages(database, userId);
  }

  tell(messageId: string): Promise<void> {
    const { userId } = this;
    return this.database.tx(systemCtx(userId), async (tx) =>
      publish(tx, channelsEvents, 'message.received', { userId, messageId }),
    );
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
