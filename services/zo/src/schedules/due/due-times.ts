/** Claims times that are due: each becomes one row and one event, however many processes claim. */
import { Injectable } from '@nestjs/common';
import { type OutboxEvent, systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { LivePublisher } from '@zo/live';
import { metrics } from '@zo/metrics';
import { logger } from '@zo/observability';
import { zoEvents } from '@zo/proto/topics';
import { Clock } from '../clock.js';
import { recurrenceOf, timesUpTo, upcoming } from '../recurrence/trial.js';
import { RuleError } from '../recurrence/rule.js';
import { type Advance, DueRepository, type DueSchedule, type Transaction } from './due.repository.js';
import { MAX_MADE_UP, MAX_ROWS, plan, type Planned } from './plan.js';

const log = logger('zo:schedules');
/** For the user, in the history. */
export const STUCK = 'Its run was not started yet. Zo goes on trying.';

interface Settled {
  readonly advance: Advance;
  readonly rows: readonly Planned[];
}

@Injectable()
export class DueTimes {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly due: DueRepository,
    private readonly live: LivePublisher<'zo'>,
    private readonly clock: Clock,
  ) {}

  /** When the next time is due, in milliseconds since 1970; undefined: none. */
  async next(): Promise<number | undefined> {
    const { nextAt, stuck } = await this.database.acrossTenants((tx) => this.due.next(tx, this.clock.now()));
    metrics.occurrencesStuck.set(stuck);
    if (stuck > 0) {
      log.error({ rows: stuck }, 'schedules are due and nobody starts their runs; look for parked events of chat');
      this.tell(await this.database.acrossTenants((tx) => this.due.tellStuck(tx, this.clock.now(), STUCK)));
    }
    return nextAt?.getTime();
  }

  /** Claims schedules that are due, in one transaction. @returns how many */
  async claim(): Promise<number> {
    const now = this.clock.now();
    const claimed = await this.database.acrossTenants(async (tx, outbox) => {
      const schedules = await this.due.lock(tx, now);
      if (schedules.length > 0) await this.settle({ tx, outbox, now }, schedules);
      const retried = await this.due.retry(tx, now);
      const unjammed = await this.due.unjam(tx, now);
      for (const { userId, ...row } of [...retried, ...unjammed]) publishDue({ userId, outbox }, row);
      return [...schedules.map(({ userId, id }) => ({ userId, scheduleId: id })), ...retried, ...unjammed];
    });
    this.tell(claimed);
    return claimed.length;
  }

  /** Open browsers read these schedules again. */
  private tell(rows: readonly { readonly userId: string; readonly scheduleId: string }[]): void {
    for (const { userId, scheduleId: id } of rows) this.live.publish(userId, { type: 'schedule', payload: { id } });
  }

  private async settle(
    { tx, outbox, now }: { tx: Transaction; outbox: OutboxEvent[]; now: number },
    schedules: readonly DueSchedule[],
  ): Promise<void> {
    const settled = schedules.map((schedule) => settledOf(schedule, now));
    const rows = settled.flatMap(({ rows: planned }, n) => {
      const { id: scheduleId, userId } = schedules[n]!;
      return planned.map((row) => ({ ...row, scheduleId, userId }));
    });
    const inserted = await this.due.insert(tx, rows, now);
    await this.due.advance(
      tx,
      settled.map(({ advance }) => advance),
      now,
    );
    for (const { userId, scheduleId, dueAt, state } of inserted) {
      metrics.occurrences.inc({ state });
      if (state === 'due') publishDue({ userId, outbox }, { scheduleId, dueAt });
    }
  }
}

/** Adds the event to an outbox that is written with the row. */
export function publishDue(
  { userId, outbox }: { readonly userId: string; readonly outbox: OutboxEvent[] },
  { scheduleId, dueAt, attempt = 0 }: { readonly scheduleId: string; readonly dueAt: Date; readonly attempt?: number },
): void {
  publish({ ...systemCtx(userId), outbox }, zoEvents, 'occurrence.due', {
    userId,
    scheduleId,
    dueAt: BigInt(dueAt.getTime()),
    attempt,
  });
}

function settledOf(schedule: DueSchedule, now: number): Settled {
  const { id, graceS, misfire, overlap, open } = schedule;
  const after = schedule.nextAt.getTime() - 1;
  try {
    const recurrence = recurrenceOf(schedule);
    const times = timesUpTo(recurrence, { after, until: now, limit: MAX_ROWS + MAX_MADE_UP });
    const rows = plan({ times, now, graceMs: graceS * 1_000, misfire, overlap, open });
    return { rows, advance: { id, upcoming: upcoming(recurrence, rows.at(-1)?.at ?? after) } };
  } catch (error) {
    // A release may refuse what an earlier one took, and zones change; one schedule must not hold up the others.
    log.warn({ error, id }, 'the times of a schedule could not be worked out; it is paused');
    const pausedWhy = error instanceof RuleError ? error.message : 'The next times could not be worked out.';
    return { rows: [], advance: { id, upcoming: [], pausedWhy } };
  }
}
