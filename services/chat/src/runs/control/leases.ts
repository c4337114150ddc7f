/** A lease says which worker a run belongs to; one that is not renewed expires. */
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

  /** Sends a new run, which is held from the beginning, with the commit. */
  insert(ctx: Ctx, run: Run): void {
    this.store.runs.insert(ctx, run, this.config.ZO_RUN_LEASE_MS);
  }

  /** The runs of `ids` that are still held, with whether a stop was requested. */
  renew(ids: readonly string[]): Promise<{ id: string; stopRequested: boolean }[]> {
    return this.store.database.acrossTenants((tx) => this.store.runs.renew(tx, ids, this.config.ZO_RUN_LEASE_MS));
  }

  /** Takes over runs whose lease has expired, with `evenHeld` also those that other workers hold. */
  takeOrphans(options: { evenHeld: boolean; except: readonly string[] }): Promise<Run[]> {
    const limits = { leaseMs: this.config.ZO_RUN_LEASE_MS, most: MAX_TAKEOVERS, origins: this.origins.names };
    return this.store.database.acrossTenants((tx) => this.store.runs.takeOrphans(tx, { ...limits, ...options }));
  }

  /** Gives all leases of this worker back. */
  release(): Promise<void> {
    return this.store.database.acrossTenants((tx) => this.store.runs.release(tx));
  }
}
