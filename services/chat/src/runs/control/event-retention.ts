import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { logger } from '@zo/observability';
import { RunStore } from '../store/run-store.js';

const SWEEP_MS = 60 * 60_000;
const log = logger('chat:events');

/** Deletes the events of runs that ended long ago. */
@Injectable()
export class EventRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(private readonly store: RunStore) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
    await this.sweep();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    await this.store.database
      .acrossTenants((tx) => this.store.runs.deleteOldEvents(tx))
      .catch((error: unknown) => log.warn({ error }, 'deleting old events failed'));
  }
}
