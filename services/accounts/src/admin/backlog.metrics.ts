/** Sets the backlog gauges from the database before each scrape. */
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { beforeScrape, metrics } from '@zo/metrics';
import { AdminRepository } from './admin.repository.js';

const ageOf = (at: Date | null) => (at ? Math.max(0, Date.now() - at.getTime()) / 1_000 : 0);

@Injectable()
export class BacklogMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private end?: () => void;

  constructor(
    private readonly database: Database,
    private readonly admin: AdminRepository,
    private readonly platform: Platform,
  ) {}

  onApplicationBootstrap(): void {
    this.end = beforeScrape(() => this.refresh());
  }

  onApplicationShutdown(): void {
    this.end?.();
  }

  private async refresh(): Promise<void> {
    const { backlog, parked } = await this.database.acrossTenants(async (tx) => ({
      backlog: await this.admin.backlog(tx, this.platform.config.KAFKA_BROKERS !== undefined),
      parked: await this.admin.oldestParked(tx),
    }));
    metrics.parkedOldest.reset();
    for (const { topic, group, oldest } of parked) metrics.parkedOldest.set({ topic, group }, ageOf(oldest));
    for (const { topic, group, waiting, oldest, parked: aside } of backlog) {
      if (group === null) {
        metrics.outboxWaiting.set({ topic }, waiting);
        metrics.outboxOldest.set({ topic }, ageOf(oldest));
        continue;
      }
      metrics.eventsWaiting.set({ topic, group }, waiting);
      metrics.eventsOldest.set({ topic, group }, ageOf(oldest));
      metrics.eventsParked.set({ topic, group }, aside);
    }
  }
}
