import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { repeat } from '@zo/observability';
import { AllowancesRepository } from '../../allowances/allowances.repository.js';
import { RunStore } from '../store/run-store.js';

const SWEEP_MS = 60 * 60_000;

/** Deletes the events of runs that ended long ago, and sums the spendings of months that are over. */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnModuleDestroy {
  private stop?: () => Promise<void>;

  constructor(
    private readonly store: RunStore,
    private readonly allowances: AllowancesRepository,
  ) {}

  onApplicationBootstrap(): void {
    const failure = 'old events or spendings could not be cleared';
    this.stop = repeat(() => this.sweep(), { everyMs: SWEEP_MS, name: 'chat:retention', failure, atOnce: true });
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop?.();
  }

  async sweep(): Promise<void> {
    const { database, runs } = this.store;
    await Promise.all([
      database.acrossTenants((tx) => runs.deleteOldEvents(tx)),
      database.acrossTenants((tx) => this.allowances.sumOld(tx)),
    ]);
  }
}
