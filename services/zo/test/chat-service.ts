/** What the chat service publishes of the runs that it makes of occurrences. */
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish, writeOutbox } from '@zo/events';
import { chatEvents } from '@zo/proto/topics';
import type { TestPlatform } from '@zo/testing';

export const originOf = (scheduleId: string, { due_at }: { readonly due_at: string }) =>
  `occurrence:${scheduleId}:${Date.parse(due_at)}`;

export class ChatService {
  private constructor(
    readonly database: Database,
    private readonly userId: string,
  ) {}

  static async open({ database: { serviceUrl } }: TestPlatform, userId: string): Promise<ChatService> {
    const database = new Database({ service: 'chat', url: serviceUrl, entities: [], migrations: [] });
    database.setOutbox(writeOutbox, () => void database.dataSource.query('notify zo_events'));
    await database.open();
    return new ChatService(database, userId);
  }

  tell(type: 'run.started' | 'run.ended', fact: object): Promise<void> {
    const { userId } = this;
    return this.database.tx(systemCtx(userId), async (tx) =>
      publish(tx, chatEvents, type, { userId, runId: crypto.randomUUID(), ...fact } as never),
    );
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
