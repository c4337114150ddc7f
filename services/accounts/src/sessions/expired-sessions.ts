/** Ends sessions that have expired, so that others hear of it as of a sign-out. */
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { repeat } from '@zo/observability';
import { accountsEvents } from '@zo/proto/topics';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

const EVERY_MS = 3_600_000;

@Injectable()
export class ExpiredSessions implements OnApplicationBootstrap, OnModuleDestroy {
  private stop?: () => Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly rows: SessionsRepository,
    private readonly sessions: SessionsService,
  ) {}

  onApplicationBootstrap(): void {
    const failure = 'expired sessions could not be ended';
    this.stop = repeat(() => this.sweep(), { everyMs: EVERY_MS, name: 'accounts', failure });
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop?.();
  }

  async sweep(): Promise<void> {
    for (;;) {
      const ended = await this.database.acrossTenants(async (tx, outbox) => {
        const found = await this.rows.removeExpired(tx);
        for (const [userId, sessions] of Map.groupBy(found, (session) => session.userId))
          publish({ ...systemCtx(userId), tx, outbox }, accountsEvents, 'sessions.ended', {
            userId,
            sessionIds: sessions.map(({ id }) => id),
          });
        return found.map(({ id }) => id);
      });
      if (ended.length === 0) return;
      await this.sessions.tell(ended);
    }
  }
}
