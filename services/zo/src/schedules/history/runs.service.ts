/** Writes down what became of the runs of due times, and lets the next one start. */
import { Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import type { RunEnded, RunParked, RunStarted, ScriptRun } from '@zo/proto/chat/v1';
import { Clock } from '../clock.js';
import { STUCK } from '../due/due-times.js';
import { Scheduler } from '../due/scheduler.js';
import type { Schedule } from '../schedule.entity.js';
import { SchedulesRepository } from '../schedules.repository.js';
import type { ScriptResult } from './occurrence.entity.js';
import { type OccurrenceKey, OccurrencesRepository, OPEN } from './occurrences.repository.js';
import { occurrenceIn } from './origin-id.js';
import { retryAfter } from './retries.js';
import { Turns } from './turns.js';

/** After so many failures in a row a schedule is paused. */
export const MAX_FAILURES = 5;
const MAX_WHY = 500;
const MAX_SCRIPT = 200;
const MAX_OUTPUT = 1_000;
const STOPPED = 'You stopped it.';
const UNKNOWN = 'The run failed and did not say why. Open its chat to see how far it came.';

@Injectable()
export class RunsOfSchedules {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly live: LivePublisher<'zo'>,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
    private readonly turns: Turns,
  ) {}

  started({ userId, originId, runId, conversationId }: RunStarted): Promise<void> {
    return this.change(userId, originId, async (ctx, key) => {
      const row = await this.occurrences.byKey(ctx, key);
      if (row?.retryAt) return;
      // Its schedule was paused when chat had begun already.
      const hasBegun = row?.state === 'skipped';
      // What held it up, or an earlier attempt.
      const isOver = row !== null && (row.attempt > 0 || row.why === STUCK || hasBegun);
      const startedAt = row?.startedAt ?? new Date(this.clock.now());
      await this.occurrences.move(ctx, key, {
        from: ['due', 'parked', 'skipped'],
        to: { state: 'started', runId, conversationId, startedAt, endedAt: null, ...(isOver && { why: null }) },
      });
    });
  }

  parked({ userId, originId }: RunParked): Promise<void> {
    return this.change(userId, originId, async (ctx, key) => {
      await this.occurrences.move(ctx, key, { from: ['started'], to: { state: 'parked' } });
    });
  }

  ended(event: RunEnded): Promise<void> {
    return this.change(event.userId, event.originId, (ctx, key) => this.end(ctx, key, event));
  }

  private async end(ctx: Ctx, key: AttemptKey, event: RunEnded): Promise<void> {
    const schedule = await this.schedules.lock(ctx, key.scheduleId);
    if (!schedule) return;
    const now = new Date(this.clock.now());
    const { isDone, why, counts } = outcomeOf(event);
    if (counts && schedule.pausedAt === null && (await this.retries(ctx, key, { event, why, now }))) return;
    const hasEnded = await this.occurrences.move(ctx, key, {
      from: OPEN,
      to: {
        state: isDone ? 'done' : 'failed',
        endedAt: now,
        ...(why !== null && { why }),
        ...(event.scripts.length > 0 && { scripts: event.scripts.map(resultOf) }),
        ...(event.costNano !== undefined && { costNano: Number(event.costNano) }),
      },
    });
    if (!hasEnded) return;
    const isPaused = await this.count(ctx, schedule, { isDone, counts, why, now });
    await (isPaused ? this.turns.pause(ctx, schedule, now) : this.turns.next(ctx, schedule, now));
  }

  /**
   * In a transaction of its own, so that browsers are told after its commit. An event that is applied again changes
   * nothing, because each change names the states that it begins from.
   */
  private async change(
    userId: string,
    originId: string,
    work: (ctx: Ctx, key: AttemptKey) => Promise<void>,
  ): Promise<void> {
    const key = occurrenceIn(originId);
    if (!key) return;
    await this.database.tx(systemCtx(userId), (ctx) => work(ctx, key));
    this.live.publish(userId, { type: 'schedule', payload: { id: key.scheduleId } });
  }

  /** Tries it again later, if it has done nothing yet. @returns whether it does */
  private async retries(
    ctx: Ctx,
    key: AttemptKey,
    { event, why, now }: { event: RunEnded; why: string | null; now: Date },
  ): Promise<boolean> {
    const row = await this.occurrences.byKey(ctx, key);
    if (!row || row.attempt !== key.attempt) return false;
    const { attempt, manual } = row;
    const pause = retryAfter({ attempt, manual, hasBegun: event.runId !== '', hasActed: event.acted });
    if (pause === undefined) return false;
    const retryAt = new Date(now.getTime() + pause);
    const hasEnded = await this.occurrences.move(ctx, key, { from: OPEN, to: { state: 'due', retryAt, why } });
    if (hasEnded) this.scheduler.wakeFor(retryAt.getTime());
    return hasEnded;
  }

  /** @returns whether the schedule is paused */
  private async count(
    ctx: Ctx,
    { id, failures, pausedAt }: Schedule,
    { isDone, counts, why, now }: Outcome & { now: Date },
  ): Promise<boolean> {
    const failed = isDone ? 0 : counts ? failures + 1 : failures;
    const isBroken = failed >= MAX_FAILURES && pausedAt === null;
    if (failed !== failures || isBroken)
      await this.schedules.change(ctx, id, {
        failures: failed,
        ...(isBroken && { pausedAt: now, pausedWhy: `It failed ${MAX_FAILURES} times in a row. ${why ?? ''}`.trim() }),
      });
    return isBroken || pausedAt !== null;
  }
}

type AttemptKey = OccurrenceKey & { readonly attempt: number };

interface Outcome {
  readonly isDone: boolean;
  readonly why: string | null;
  /** It is one of the failures in a row. */
  readonly counts: boolean;
}

const resultOf = ({ script, exitCode, durationMs, output }: ScriptRun): ScriptResult => ({
  script: script.slice(0, MAX_SCRIPT).toWellFormed(),
  exitCode: exitCode ?? null,
  durationMs: Number(durationMs),
  output: output.slice(-MAX_OUTPUT).toWellFormed().replaceAll('\u0000', ''),
});

function outcomeOf({ status, error }: RunEnded): Outcome {
  if (status === 'complete') return { isDone: true, why: null, counts: false };
  if (status === 'stopped') return { isDone: false, why: STOPPED, counts: false };
  return { isDone: false, why: error.slice(0, MAX_WHY) || UNKNOWN, counts: true };
}
