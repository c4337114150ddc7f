/** Ends sessions that have expired, so that others hear of it as of a sign-out. */
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { logger } from '@zo/observability';
import { accountsEvents } from '@zo/proto/topics';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

const EVERY_MS = 3_600_000;

@Injectable()
export class ExpiredSessions implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly rows: SessionsRepository,
    private readonly sessions: SessionsService,
  ) {}

  onApplicationBootstrap(): void {
    const failed = (error: unknown) =>
      logger('accounts').warn({ error }, 'expired sessions could not be ended; it is tried again');
    this.timer = setInterval(() => void this.sweep().catch(failed), EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
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
