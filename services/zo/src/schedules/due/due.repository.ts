/** Statements of the claim. They see the rows of all users. */
import { Injectable } from '@nestjs/common';
import { rowsOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import type { Schedule } from '../schedule.entity.js';
import type { Planned } from './plan.js';

export type Transaction = EntityManager;

/** Schedules of one claim, and those of one user among them. */
const MAX_CLAIMED = 200;
const MAX_OF_USER = 20;
/** A run that nobody started for so long is stuck. */
export const STUCK_MS = 60_000;
/** Of an occurrence `o`: its end starts the one that waits for its turn. */
const RUNS = `o.state in ('due', 'started', 'parked')`;

type Locked = Pick<Schedule, 'id' | 'userId' | 'rrule' | 'zone' | 'startsAt' | 'misfire' | 'graceS' | 'overlap'> & {
  readonly nextAt: Date;
};
export interface DueSchedule extends Locked {
  readonly open: number;
}

export interface Inserted {
  readonly userId: string;
  readonly scheduleId: string;
  readonly dueAt: Date;
  readonly state: Planned['state'];
}

export interface Retried extends Omit<Inserted, 'state'> {
  readonly attempt: number;
}

export interface Advance {
  readonly id: string;
  readonly upcoming: readonly number[];
  /** Set if no further times can be computed. */
  readonly pausedWhy?: string;
}

@Injectable()
export class DueRepository {
  /** When the next schedule is due, and how many due times nobody started. */
  async next(tx: EntityManager, now: number): Promise<{ nextAt: Date | null; stuck: number }> {
    const [row] = await rowsOf<{ nextAt: Date | null; stuck: number }>(
      tx,
      `select least(min(next_at), (select min(o.retry_at) from occurrences o join schedules r on r.id = o.schedule_id
           where o.retry_at is not null and r.paused_at is null)) as "nextAt",
         (select count(*)::int from occurrences where state = 'due' and retry_at is null and created_at < $1) as stuck
       from schedules where paused_at is null and next_at is not null`,
      [new Date(now - STUCK_MS)],
    );
    return row!;
  }

  /**
   * Locks schedules that are due; those that another process holds are left to it. Users take turns, so that nobody's
   * many schedules hold up those of others.
   */
  async lock(tx: EntityManager, now: number): Promise<DueSchedule[]> {
    const locked = await rowsOf<Locked>(
      tx,
      `select s.id, s.user_id as "userId", s.rrule, s.zone, s.starts_at as "startsAt", s.misfire, s.grace_s as "graceS",
         s.overlap, s.next_at as "nextAt"
       from (select id, row_number() over (partition by user_id order by next_at, id) as turn
             from schedules where paused_at is null and next_at <= $1) due
       join schedules s on s.id = due.id
       where due.turn <= ${MAX_OF_USER} and s.paused_at is null and s.next_at <= $1
       order by due.turn, s.next_at, s.id limit ${MAX_CLAIMED} for update of s skip locked`,
      [new Date(now)],
    );
    if (locked.length === 0) return [];
    // The statement that locks does not see the end of a run that held the lock a moment before.
    const open = await rowsOf<{ id: string; open: number }>(
      tx,
      `select schedule_id as id, count(*)::int as open from occurrences
       where schedule_id = any($1) and state in ('queued', 'due', 'started', 'parked') group by schedule_id`,
      [locked.map(({ id }) => id)],
    );
    const counts = new Map(open.map((row) => [row.id, row.open]));
    return locked.map((row) => ({ ...row, open: counts.get(row.id) ?? 0 }));
  }

  /** Starts what waits for its turn although nothing runs before it, as after a release that left such rows. */
  async unjam(tx: EntityManager, now: number): Promise<Retried[]> {
    const jammed = await rowsOf<{ id: string }>(
      tx,
      `select s.id from schedules s where s.paused_at is null
         and s.id in (select schedule_id from occurrences where state = 'queued')
         and not exists (select 1 from occurrences o where o.schedule_id = s.id and ${RUNS})
       limit ${MAX_CLAIMED} for update of s skip locked`,
    );
    if (jammed.length === 0) return [];
    return rowsOf(
      tx,
      `update occurrences q set state = 'due', created_at = $2
       from (select distinct on (schedule_id) schedule_id, due_at from occurrences
             where schedule_id = any($1) and state = 'queued' order by schedule_id, due_at) first
       where q.schedule_id = first.schedule_id and q.due_at = first.due_at
         and not exists (select 1 from occurrences o where o.schedule_id = q.schedule_id and ${RUNS})
       returning q.user_id as "userId", q.schedule_id as "scheduleId", q.due_at as "dueAt", q.attempt`,
      [jammed.map(({ id }) => id), new Date(now)],
    );
  }

  /** Runs that are tried again now; those that another process holds are left to it. */
  retry(tx: EntityManager, now: number): Promise<Retried[]> {
    return rowsOf(
      tx,
      `update occurrences o set attempt = o.attempt + 1, retry_at = null, created_at = $1
       from (select o.schedule_id, o.due_at from occurrences o join schedules s on s.id = o.schedule_id
             where o.retry_at <= $1 and s.paused_at is null order by o.retry_at limit ${MAX_CLAIMED}
             for update of o skip locked) due
       where o.schedule_id = due.schedule_id and o.due_at = due.due_at
       returning o.user_id as "userId", o.schedule_id as "scheduleId", o.due_at as "dueAt", o.attempt`,
      [new Date(now)],
    );
  }

  /** Says in the history that nobody has started these. @returns those that did not say so yet */
  tellStuck(tx: EntityManager, now: number, why: string): Promise<Pick<Inserted, 'userId' | 'scheduleId'>[]> {
    return rowsOf(
      tx,
      `update occurrences set why = $2
       where state = 'due' and retry_at is null and created_at < $1 and why is distinct from $2
       returning user_id as "userId", schedule_id as "scheduleId"`,
      [new Date(now - STUCK_MS), why],
    );
  }

  /** @returns the rows that were not there yet */
  insert(
    tx: EntityManager,
    rows: readonly (Planned & { scheduleId: string; userId: string })[],
    now: number,
  ): Promise<Inserted[]> {
    const values = rows.map(({ at, ...row }) => ({ ...row, dueAt: new Date(at) }));
    return rowsOf(
      tx,
      `insert into occurrences (schedule_id, user_id, due_at, state, why, created_at, ended_at)
       select "scheduleId", "userId", "dueAt", state, why, $2,
         case when state in ('missed', 'skipped') then $2::timestamptz end
       from jsonb_to_recordset($1) as r ("scheduleId" uuid, "userId" uuid, "dueAt" timestamptz, state text, why text)
       on conflict do nothing
       returning user_id as "userId", schedule_id as "scheduleId", due_at as "dueAt", state`,
      [JSON.stringify(values), new Date(now)],
    );
  }

  async advance(tx: EntityManager, rows: readonly Advance[], now: number): Promise<void> {
    const values = rows.map(({ id, upcoming, pausedWhy }) => ({
      id,
      upcoming,
      nextAt: upcoming[0] === undefined ? null : new Date(upcoming[0]),
      pausedWhy: pausedWhy ?? null,
    }));
    await rowsOf(
      tx,
      `update schedules s set next_at = r."nextAt", upcoming = r.upcoming,
         paused_at = case when r."pausedWhy" is not null then $2::timestamptz end, paused_why = r."pausedWhy"
       from jsonb_to_recordset($1) as r (id uuid, "nextAt" timestamptz, upcoming jsonb, "pausedWhy" text)
         where s.id = r.id`,
      [JSON.stringify(values), new Date(now)],
    );
  }
}
