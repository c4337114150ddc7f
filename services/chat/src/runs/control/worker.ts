/** The runs this process works on: starts them, renews their leases, aborts them. */
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { metrics } from '@zo/metrics';
import { logger } from '@zo/observability';
import type { Part } from '../../shapes/parts.js';
import { EventWriter } from '../store/event-writer.js';
import type { Run } from '../store/runs.repository.js';
import { ActiveRun, type AbortReason } from './active-run.js';
import { Leases } from './leases.js';
import { type Prepare, RunExecutor } from './run-executor.js';

const log = logger('chat:runs');

@Injectable()
export class RunWorker implements OnModuleDestroy {
  private readonly active = new Map<string, { readonly run: ActiveRun; readonly ended: Promise<void> }>();
  /** Ids of the runs of this process, from before their insertion until their end. */
  private readonly own = new Set<string>();
  private renewing?: NodeJS.Timeout;
  private closing = false;

  constructor(
    private readonly leases: Leases,
    private readonly executor: RunExecutor,
    private readonly writer: EventWriter,
  ) {}

  /** Flushes the events of unfinished runs and releases them to the next process. */
  async onModuleDestroy(): Promise<void> {
    this.closing = true;
    clearInterval(this.renewing);
    for (const runId of this.active.keys()) this.abort(runId, 'shutdown');
    await Promise.all([...this.active.values()].map(({ ended }) => ended));
    await this.writer.flush();
    await this.leases.release();
  }

  /**
   * Runs `work`, which inserts a run that will start here. However long it takes, this process does not take the run
   * for an orphan.
   */
  async whileInserting<T>(runId: string, work: () => Promise<T>): Promise<T> {
    this.own.add(runId);
    try {
      return await work();
    } catch (error) {
      this.own.delete(runId);
      throw error;
    }
  }

  /** Inserts the run together with the commit, leased to this worker. */
  insert(ctx: Ctx, run: Run): void {
    this.leases.insert(ctx, run);
  }

  /** Starts a run whose lease this worker holds. `stored` is the last sequence number and the parts stored so far. */
  start(run: Run, stored: { seq: number; parts: Part[] }, prepare: Prepare): void {
    const active = new ActiveRun(run, stored, this.writer);
    this.own.add(run.id);
    if (this.closing) active.abort('shutdown');
    // Registered before the work begins, so that an immediate stop request finds the run.
    const ended = Promise.resolve().then(() => this.executor.execute(active, prepare));
    this.active.set(run.id, { run: active, ended: ended.finally(() => this.remove(run.id)) });
    metrics.runsActive.set(this.active.size);
    this.renewing ??= setInterval(() => void this.renew(), this.leases.renewEveryMs);
  }

  abort(runId: string, reason: AbortReason): void {
    this.active.get(runId)?.run.abort(reason);
  }

  /** Takes over runs without a worker; with `evenHeld` also runs that other workers hold. */
  async takeOrphans(evenHeld: boolean): Promise<Run[]> {
    const orphans = await this.leases.takeOrphans({ evenHeld, except: [...this.own] });
    for (const { id } of orphans) this.own.add(id);
    return orphans;
  }

  /** Leaves a run that was taken over to the next sweep. */
  releaseOwnership(runId: string): void {
    this.own.delete(runId);
  }

  private remove(runId: string): void {
    this.own.delete(runId);
    this.active.delete(runId);
    metrics.runsActive.set(this.active.size);
    if (this.active.size > 0) return;
    clearInterval(this.renewing);
    this.renewing = undefined;
  }

  private async renew(): Promise<void> {
    const ids = [...this.active.keys()];
    if (ids.length === 0) return;
    try {
      const held = new Map((await this.leases.renew(ids)).map((row) => [row.id, row.stopRequested]));
      for (const id of ids) {
        if (!held.has(id)) this.active.get(id)?.run.log.markLost();
        else if (held.get(id)) this.abort(id, 'stop');
      }
    } catch (error) {
      log.warn({ error }, 'renewing leases failed');
    }
  }
}
