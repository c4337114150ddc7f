/** The leases of runs: a lease says which worker holds a run, and expires unless renewed. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import { Origins } from '../ports/origin.js';
import { RunStore } from '../store/run-store.js';
import type { Run } from '../store/runs.repository.js';

const MAX_TAKEOVERS = 20;

@Injectable()
export class Leases {
  constructor(
    private readonly store: RunStore,
    private readonly origins: Origins,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  get renewEveryMs(): number {
    return this.config.ZO_RUN_LEASE_MS / 3;
  }

  /** Inserts a new run together with the commit; this worker holds its lease from the start. */
  insert(ctx: Ctx, run: Run): void {
    this.store.runs.insert(ctx, run, this.config.ZO_RUN_LEASE_MS);
  }

  /** Renews the leases of `ids`. Returns the runs still held, with whether a stop was requested. */
  renew(ids: readonly string[]): Promise<{ id: string; stopRequested: boolean }[]> {
    return this.store.database.acrossTenants((tx) => this.store.runs.renew(tx, ids, this.config.ZO_RUN_LEASE_MS));
  }

  /** Takes over runs whose lease has expired; with `evenHeld` also runs that other workers hold. */
  takeOrphans(options: { evenHeld: boolean; except: readonly string[] }): Promise<Run[]> {
    const limits = { leaseMs: this.config.ZO_RUN_LEASE_MS, most: MAX_TAKEOVERS, origins: this.origins.names };
    return this.store.database.acrossTenants((tx) => this.store.runs.takeOrphans(tx, { ...limits, ...options }));
  }

  /** Releases all leases of this worker. */
  release(): Promise<void> {
    return this.store.database.acrossTenants((tx) => this.store.runs.release(tx));
  }
}
