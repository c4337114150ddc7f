/** Forwards stop requests of other processes, and resumes runs whose worker died. */
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { logger } from '@zo/observability';
import { agentCtx } from '../store/agent-ctx.js';
import { FollowUps } from '../ports/follow-ups.js';
import { RunChannels } from '../store/run-channels.js';
import { RunStore } from '../store/run-store.js';
import type { Run } from '../store/runs.repository.js';
import { Resumer } from './resumer.js';
import { RunWorker } from './worker.js';

const SWEEP_MS = 5_000;
const MAX_DUE = 20;
const log = logger('chat:runs');

@Injectable()
export class RunSupervisor implements OnApplicationBootstrap, OnModuleDestroy {
  private sweeping?: NodeJS.Timeout;
  private unsubscribe: (() => void)[] = [];

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly worker: RunWorker,
    private readonly resumer: Resumer,
    private readonly channels: RunChannels,
    private readonly store: RunStore,
    private readonly followUps: FollowUps,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = [
      await this.channels.onStopRequest((runId) => this.worker.abort(runId, 'stop')),
      await this.channels.onUnparked(() => void this.sweep()),
    ];
    // If channels are not shared, this process is the only one: existing leases belong to dead processes.
    await this.sweep({ evenHeld: !this.channels.isShared });
    this.sweeping = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  onModuleDestroy(): void {
    for (const unsubscribe of this.unsubscribe) unsubscribe();
    clearInterval(this.sweeping);
  }

  private async sweep({ evenHeld }: { evenHeld: boolean } = { evenHeld: false }): Promise<void> {
    try {
      await this.unparkExpired();
      await this.stopPartsOfEnded();
      for (const run of await this.worker.takeOrphans(evenHeld)) await this.resume(run);
      await this.startDue();
    } catch (error) {
      log.warn({ error }, 'looking for abandoned runs failed');
    }
  }

  private async unparkExpired(): Promise<void> {
    const { database, parking } = this.store;
    const expired = await database.acrossTenants((tx) => parking.expired(tx));
    for (const run of expired)
      await database.tx(agentCtx(run), (tx) => parking.unpark(tx, run.id, async () => undefined));
  }

  /** A run that was parked or had lost its worker when it was stopped did not tell its parts. */
  private async stopPartsOfEnded(): Promise<void> {
    const { database, parking, runs } = this.store;
    for (const part of await database.acrossTenants((tx) => parking.partsOfEnded(tx))) {
      await database.tx(agentCtx(part), (tx) => parking.unpark(tx, part.id, () => runs.requestStop(tx, part.id)));
      await this.channels.requestStop(part.id);
    }
  }

  /** Starts what was to follow a run whose worker died at its end. */
  private async startDue(): Promise<void> {
    const due = await this.store.database.acrossTenants((tx) => this.store.inputs.due(tx, MAX_DUE));
    for (const { threadId, userId, owner, origin } of due)
      await this.followUps.startNext(origin, agentCtx({ userId, owner, id: threadId }), threadId);
  }

  /** Resumes one run; a failure does not affect the other runs. */
  private async resume(run: Run): Promise<void> {
    try {
      const state = await this.resumer.load(agentCtx(run), run);
      this.worker.start(run, state, (active) => this.resumer.prepare(run, state, active));
      // It was to stop while nobody worked on it.
      if (run.stopRequested) this.worker.abort(run.id, 'stop');
    } catch (error) {
      this.worker.releaseOwnership(run.id);
      log.warn({ error, id: run.id }, 'resuming a run failed');
    }
  }
}
