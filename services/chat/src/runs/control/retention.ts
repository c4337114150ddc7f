import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { logger } from '@zo/observability';
import { AllowancesRepository } from '../../allowances/allowances.repository.js';
import { RunStore } from '../store/run-store.js';

const SWEEP_MS = 60 * 60_000;
const log = logger('chat:retention');

/** Deletes the events of runs that ended long ago, and sums the spendings of months that are over. */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly store: RunStore,
    private readonly allowances: AllowancesRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
    await this.sweep();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async sweep(): Promise<void> {
    const { database, runs } = this.store;
    await database
      .acrossTenants((tx) => runs.deleteOldEvents(tx))
      .catch((error: unknown) => log.warn({ error }, 'deleting old events failed'));
    await database
      .acrossTenants((tx) => this.allowances.sumOld(tx))
      .catch((error: unknown) => log.warn({ error }, 'summing old spendings failed'));
  }
}
