import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { setImmediate } from 'node:timers/promises';
import { Clock } from './clock.js';
import type { State } from './history/occurrence.entity.js';
import { OccurrencesRepository } from './history/occurrences.repository.js';
import { timesAfter } from './recurrence/times.js';
import { recurrenceOf, within } from './recurrence/trial.js';
import type { Schedule } from './schedule.entity.js';
import type { CalendarQuery } from './schedules.dto.js';
import { SchedulesRepository } from './schedules.repository.js';

/** Times that are shown at most: those that were, and those to come of all schedules and of one. */
const MAX_PAST = 1_000;
const MAX_COMING = 2_000;
const MAX_OF_ONE = 200;

export interface CalendarTime {
  readonly scheduleId: string;
  readonly at: number;
  readonly state: State | null;
  readonly conversationId: string | null;
}

export interface Calendar {
  readonly items: readonly CalendarTime[];
  readonly often: readonly string[];
  readonly more: boolean;
}

/** What ran, and what is to come, between two moments. */
@Injectable()
export class CalendarService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly clock: Clock,
  ) {}

  async between(ctx: Ctx, { from, to }: CalendarQuery): Promise<Calendar> {
    const [rows, past] = await this.database.read(ctx, async (tx) => [
      await this.schedules.all(tx),
      await this.occurrences.between(tx, { from: new Date(from), to: new Date(to), limit: MAX_PAST }),
    ]);
    const on = rows.filter(({ pausedAt, nextAt }) => pausedAt === null && nextAt !== null && nextAt.getTime() < to);
    const often = on.filter(isOften);
    const coming: CalendarTime[] = [];
    let isCut = past.length === MAX_PAST;
    for (const row of on.filter((each) => !isOften(each))) {
      const times = this.comingOf(row, { from, to });
      coming.push(...times.slice(0, MAX_COMING - coming.length));
      isCut ||= times.length === MAX_OF_ONE || coming.length === MAX_COMING;
      // Rules take a fraction of a millisecond for each time: other requests get their turn in between.
      await setImmediate();
    }
    const was = past.map(({ scheduleId, dueAt, state, conversationId }) => ({
      scheduleId,
      at: dueAt.getTime(),
      state,
      conversationId,
    }));
    const items = [...was, ...coming].toSorted((a, b) => a.at - b.at);
    return { items, often: often.map(({ id }) => id), more: isCut };
  }

  private comingOf(row: Schedule, { from, to }: CalendarQuery): CalendarTime[] {
    // The next time may be due already, while its occurrence is not made yet.
    const after = Math.max(from, row.nextAt?.getTime() ?? 0, this.clock.now() - 60_000) - 1;
    const times = within(() => {
      const found: number[] = [];
      for (const at of timesAfter(recurrenceOf(row), after)) {
        if (at >= to || found.length === MAX_OF_ONE) break;
        found.push(at);
      }
      return found;
    });
    return times.map((at) => ({ scheduleId: row.id, at, state: null, conversationId: null }));
  }
}

const isOften = (row: Schedule): boolean => ['HOURLY', 'MINUTELY'].includes(recurrenceOf(row).rule.frequency);
