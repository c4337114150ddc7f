/**
 * Runs answers in this process: holds their leases, stops them, ends them, and takes over those whose worker died.
 */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { metrics } from '@zo/metrics';
import { logger } from '@zo/observability';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import { LedgerRepository } from '../store/ledger.repository.js';
import { Live } from '../../origins/chat/live.js';
import { AgentLoop, type Job } from '../loop/agent-loop.js';
import { explainModelError } from '../../models/model-errors.js';
import { type Part, type RunStatus, sanitise, textOf } from '../../shapes/parts.js';
import { agentCtx } from '../store/agent-ctx.js';
import { EventWriter, runChannel, RunLog } from '../store/event-writer.js';
import { receiptOf } from './receipts.js';
import { ResumeLimitError, Resumer } from './resumer.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { type Run, RunsRepository } from '../store/runs.repository.js';
import { UserSlots } from './user-slots.js';

/** Why a run is cut short; `lost` and `shutdown` leave it to another worker. */
type Cut = 'stop' | 'time' | 'lost' | 'shutdown';
const isLeft = (cut: Cut) => cut === 'lost' || cut === 'shutdown';
type JobParts = Omit<Job, 'log' | 'signal'>;

interface Active {
  readonly run: Run;
  readonly log: RunLog;
  readonly abort: AbortController;
  cut?: Cut;
  ended?: Promise<void>;
}

const SWEEP_MS = 5_000;
const FORGET_MS = 60 * 60_000;
const MAX_TAKEOVERS = 20;
const CONTROL = 'runs:control';
const log = logger('chat:runs');

@Injectable()
export class RunWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly active = new Map<string, Active>();
  /** Runs of this process, from before they are written down until they have ended here. */
  private readonly own = new Set<string>();
  private turns?: UserSlots;
  private renewing?: NodeJS.Timeout;
  private sweeping?: NodeJS.Timeout;
  private forgetting?: NodeJS.Timeout;
  private unsubscribe?: () => void;
  private closing = false;

  @Inject() private readonly database!: Database;
  @Inject() private readonly runs!: RunsRepository;
  @Inject() private readonly ledger!: LedgerRepository;
  @Inject() private readonly writer!: EventWriter;
  @Inject() private readonly loop!: AgentLoop;
  @Inject() private readonly resumer!: Resumer;
  @Inject() private readonly live!: Live;
  @Inject(CACHE) private readonly cache!: Cache;
  @Inject(CHAT_CONFIG) private readonly config!: ChatConfig;

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.cache.subscribe(CONTROL, (runId) => this.cut(runId, 'stop'));
    this.forgetting = setInterval(() => void this.forgetOldEvents(), FORGET_MS);
    await this.forgetOldEvents();
    // A cache nobody shares means that this process is the only one: whoever held a lease before is gone, so nobody is waited for.
    await this.sweep({ evenHeld: !this.cache.isShared });
    this.sweeping = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  /** Answers under way are left to the next process; their text is written. */
  async onModuleDestroy(): Promise<void> {
    this.closing = true;
    this.unsubscribe?.();
    clearInterval(this.sweeping);
    clearInterval(this.forgetting);
    clearInterval(this.renewing);
    for (const runId of this.active.keys()) this.cut(runId, 'shutdown');
    await Promise.all([...this.active.values()].map(({ ended }) => ended));
    await this.writer.flush();
    await this.database.acrossTenants((tx) => this.runs.release(tx));
  }

  /** Writes a run down that is going to be started here. From now on nobody in this process takes it for abandoned, however long that takes. */
  async writeDown<T>(runId: string, write: () => Promise<T>): Promise<T> {
    this.own.add(runId);
    try {
      return await write();
    } catch (error) {
      this.own.delete(runId);
      throw error;
    }
  }

  /** Starts a run this worker already holds the lease of; `prepare` makes what the loop needs. */
  start(run: Run, seq: number, parts: Part[], prepare: (log: RunLog, signal: AbortSignal) => Promise<JobParts>): void {
    const abort = new AbortController();
    const runLog = new RunLog({ runId: run.id, userId: run.userId, seq, parts }, this.writer, () =>
      this.cut(run.id, 'lost'),
    );
    const active: Active = { run, log: runLog, abort };
    this.own.add(run.id);
    this.active.set(run.id, active);
    metrics.runsActive.set(this.active.size);
    this.renewing ??= setInterval(() => void this.renew(), this.config.ZO_RUN_LEASE_MS / 3);
    if (this.closing) this.cut(run.id, 'shutdown');
    active.ended = this.execute(active, prepare).finally(() => this.forget(run.id));
  }

  /** Asks whichever process writes the answer to stop. */
  async stop(runId: string): Promise<void> {
    await this.cache.publish(CONTROL, runId);
  }

  private forget(runId: string): void {
    this.own.delete(runId);
    this.active.delete(runId);
    metrics.runsActive.set(this.active.size);
    if (this.active.size > 0) return;
    clearInterval(this.renewing);
    this.renewing = undefined;
  }

  private cut(runId: string, cut: Cut): void {
    const active = this.active.get(runId);
    if (!active || active.cut) return;
    active.cut = cut;
    active.abort.abort(isLeft(cut) ? new LeaseLostError() : undefined);
  }

  private async execute(active: Active, prepare: Parameters<RunWorker['start']>[3]): Promise<void> {
    const { run, abort } = active;
    this.turns ??= new UserSlots(this.config.ZO_RUNS_AT_ONCE);
    let end: { status: RunStatus; error?: string };
    try {
      end = await this.turns.inSlot(run.userId, abort.signal, () => this.work(active, prepare));
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      end = this.endOfFault(active, error);
    }
    if (active.cut && isLeft(active.cut)) return;
    await this.finish(active, end).catch((error: unknown) =>
      log.error({ error }, 'ending a run failed; its lease will end it'),
    );
  }

  /** The time a run may take begins here, and not while it waits for its turn. */
  private async work({ run, log, abort }: Active, prepare: Parameters<RunWorker['start']>[3]) {
    const longest = setTimeout(() => this.cut(run.id, 'time'), this.config.ZO_RUN_MAX_MS);
    try {
      const parts = await prepare(log, abort.signal);
      return await this.loop.work({ ...parts, log, signal: abort.signal });
    } finally {
      clearTimeout(longest);
    }
  }

  private endOfFault({ cut }: Active, error: unknown): { status: RunStatus; error?: string } {
    if (cut === 'stop') return { status: 'stopped' };
    if (error instanceof ResumeLimitError) return { status: 'interrupted', error: error.message };
    if (cut === 'time') return { status: 'failed', error: 'The answer took too long and was ended.' };
    const fault = explainModelError(error);
    if (!cut) log.warn({ error }, 'an answer failed');
    return { status: 'failed', error: fault.message };
  }

  private async finish({ run, log: runLog }: Active, end: { status: RunStatus; error?: string }): Promise<void> {
    closeCalls(runLog);
    await runLog.flushed();
    if (runLog.lost) return;
    const seq = runLog.seq + 1;
    const receipt = await this.database.tx(agentCtx(run), async (ctx) => {
      const now = await this.runs.held(ctx, run.id);
      if (!now) return undefined;
      await this.ledger.close(ctx, run.id);
      const made = receiptOf({
        run: now,
        calls: await this.ledger.ofRun(ctx, run.id),
        versions: await this.ledger.versionsOf(ctx, run.id),
        now: new Date(),
      });
      const parts = sanitise(runLog.parts);
      const held = await this.runs.finish(ctx, run, { ...end, parts, text: textOf(parts), receipt: made, seq });
      return held ? made : undefined;
    });
    if (!receipt) return;
    metrics.runs.inc({ outcome: end.status });
    await this.cache.publish(runChannel(run.id), JSON.stringify({ seq, type: 'run.end', data: { ...end, receipt } }));
    this.live.conversation(run.userId, { id: run.conversationId, change: 'run', run_id: run.id, status: end.status });
  }

  private async renew(): Promise<void> {
    const ids = [...this.active.keys()];
    if (ids.length === 0) return;
    try {
      const held = await this.database.acrossTenants((tx) => this.runs.renew(tx, ids, this.config.ZO_RUN_LEASE_MS));
      const known = new Map(held.map((row) => [row.id, row.stopRequested]));
      for (const id of ids) {
        if (!known.has(id)) this.active.get(id)?.log.lose();
        else if (known.get(id)) this.cut(id, 'stop');
      }
    } catch (error) {
      log.warn({ error }, 'renewing leases failed');
    }
  }

  private async sweep({ evenHeld }: { evenHeld: boolean } = { evenHeld: false }): Promise<void> {
    try {
      const orphans = await this.database.acrossTenants((tx) =>
        this.runs.takeOrphans(tx, {
          leaseMs: this.config.ZO_RUN_LEASE_MS,
          most: MAX_TAKEOVERS,
          evenHeld,
          except: [...this.own],
        }),
      );
      for (const { id } of orphans) this.own.add(id);
      for (const run of orphans) await this.takeOver(run);
    } catch (error) {
      log.warn({ error }, 'looking for abandoned answers failed');
    }
  }

  private async forgetOldEvents(): Promise<void> {
    await this.database
      .acrossTenants((tx) => this.runs.forgetOldEvents(tx))
      .catch((error: unknown) => log.warn({ error }, 'forgetting old events failed'));
  }

  /** One that cannot be taken over does not keep the others from it. */
  private async takeOver(run: Run): Promise<void> {
    try {
      const state = await this.resumer.load(agentCtx(run), run);
      this.start(run, state.seq, state.parts, (runLog, signal) =>
        this.resumer.prepare(run, state, { log: runLog, signal }),
      );
    } catch (error) {
      this.own.delete(run.id);
      log.warn({ error, id: run.id }, 'taking an answer over failed');
    }
  }
}

/** Calls that never came to an end get one, so that nothing looks as if it still ran. */
function closeCalls(runLog: RunLog): void {
  for (const part of runLog.parts) {
    if (part.type !== 'tool' || part.result) continue;
    const message =
      part.state === 'running'
        ? 'The answer ended while this ran; whether it took effect is not known.'
        : 'Not run: the answer was ended before.';
    runLog.add('tool.end', {
      call_id: part.call_id,
      state: 'error',
      result: { type: 'error', message, code: 'stopped' },
      duration_ms: 0,
    });
  }
}
