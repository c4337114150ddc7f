import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import { And, In, IsNull, LessThan, MoreThanOrEqual, Not } from 'typeorm';
import { Occurrence, type State } from './occurrence.entity.js';

export const OPEN: readonly State[] = ['queued', 'due', 'started', 'parked'];

/** What the history is narrowed to. */
export interface Shown {
  readonly scheduleId?: string;
  readonly only?: 'late' | 'failed';
  readonly before?: { readonly dueAt: Date; readonly scheduleId: string };
  readonly limit: number;
}

export type OccurrenceKey = Pick<Occurrence, 'scheduleId' | 'dueAt'>;

/** A run that began so long after its time was late. */
export const LATE_S = 60;

const COLUMNS = `schedule_id as "scheduleId", due_at as "dueAt", user_id as "userId", state, manual, why, cause,
  cause_key as "causeKey", attempt, retry_at as "retryAt", run_id as "runId", conversation_id as "conversationId",
  cost_nano::float8 as "costNano", scripts, started_at as "startedAt",
  ended_at as "endedAt", created_at as "createdAt"`;

@Injectable()
export class OccurrencesRepository {
  /** Latest first. */
  list(ctx: Ctx, { scheduleId, only, before, limit }: Shown): Promise<Occurrence[]> {
    return rowsOf(
      ctx.tx!,
      `select ${COLUMNS} from occurrences
       where user_id = $1 and ($2::uuid is null or schedule_id = $2)
         and ($3::text is null or case when $3 = 'failed' then state in ('failed', 'missed')
           else state in ('missed', 'skipped') or cause is null
             and started_at > due_at + interval '${LATE_S} seconds' end)
         and ($4::timestamptz is null or (due_at, schedule_id) < ($4, $5::uuid))
       order by due_at desc, schedule_id desc limit $6`,
      [ctx.userId, scheduleId ?? null, only ?? null, before?.dueAt ?? null, before?.scheduleId ?? null, limit],
    );
  }

  /** The latest of each schedule that is no longer waiting for its turn. */
  latest(ctx: Ctx): Promise<Occurrence[]> {
    return rowsOf(
      ctx.tx!,
      `select o.* from schedules s cross join lateral (
         select ${COLUMNS} from occurrences where schedule_id = s.id and state <> 'queued'
         order by due_at desc limit 1) o where s.user_id = $1`,
      [ctx.userId],
    );
  }

  /** In order of their times. */
  between(ctx: Ctx, { from, to, limit }: { from: Date; to: Date; limit: number }): Promise<Occurrence[]> {
    return repositoryOf(ctx, Occurrence).find({
      where: { userId: ctx.userId, dueAt: And(MoreThanOrEqual(from), LessThan(to)) },
      order: { dueAt: 'asc', scheduleId: 'asc' },
      take: limit,
    });
  }

  byKey(ctx: Ctx, { scheduleId, dueAt }: OccurrenceKey): Promise<Occurrence | null> {
    return repositoryOf(ctx, Occurrence).findOneBy({ userId: ctx.userId, scheduleId, dueAt });
  }

  countOpen(ctx: Ctx, scheduleId: string): Promise<number> {
    return repositoryOf(ctx, Occurrence).countBy({ userId: ctx.userId, scheduleId, state: In([...OPEN]) });
  }

  /** Whether there is a run whose end starts the next one. */
  isRunning(ctx: Ctx, scheduleId: string): Promise<boolean> {
    const state = In<State>(['due', 'started', 'parked']);
    return repositoryOf(ctx, Occurrence).existsBy({ userId: ctx.userId, scheduleId, state });
  }

  async insert(ctx: Ctx, { cause, scripts, ...row }: Occurrence): Promise<void> {
    const lists = { cause: cause ? { ...cause } : null, scripts: [...scripts] };
    await repositoryOf(ctx, Occurrence).insert({ ...row, ...lists });
  }

  byCause(ctx: Ctx, scheduleId: string, causeKey: string): Promise<Occurrence | null> {
    return repositoryOf(ctx, Occurrence).findOneBy({ userId: ctx.userId, scheduleId, causeKey });
  }

  hasCause(ctx: Ctx, scheduleId: string, causeKey: string): Promise<boolean> {
    return repositoryOf(ctx, Occurrence).existsBy({ userId: ctx.userId, scheduleId, causeKey });
  }

  /** How many runs of a schedule files and mails have started since. */
  async countStarted(ctx: Ctx, scheduleId: string, since: Date): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(
      ctx.tx!,
      `select count(*)::int as count from occurrences where user_id = $1 and schedule_id = $2 and created_at >= $3
         and cause->>'kind' in ('file', 'mail') and state <> 'skipped'`,
      [ctx.userId, scheduleId, since],
    );
    return row!.count;
  }

  /** A time that names a run which no rule has started: after all others. The schedule is locked. */
  async newTime(ctx: Ctx, scheduleId: string, now: number): Promise<Date> {
    const at = Math.max(now, (await this.latestTime(ctx, scheduleId)) + 1);
    // Rules are due at whole seconds: a run that took one would take the place of the one that is due then.
    return new Date(at % 1_000 === 0 ? at + 1 : at);
  }

  /** In milliseconds; 0: none. */
  private async latestTime(ctx: Ctx, scheduleId: string): Promise<number> {
    const [row] = await rowsOf<{ at: Date | null }>(
      ctx.tx!,
      'select max(due_at) as at from occurrences where user_id = $1 and schedule_id = $2',
      [ctx.userId, scheduleId],
    );
    return row?.at?.getTime() ?? 0;
  }

  /** Those of these conversations that are runs of the schedule. */
  async ownConversations(ctx: Ctx, scheduleId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await repositoryOf(ctx, Occurrence).findBy({
      userId: ctx.userId,
      scheduleId,
      conversationId: In([...ids]),
    });
    return new Set(rows.flatMap(({ conversationId }) => conversationId ?? []));
  }

  /** Changes an occurrence that is in one of these states, in this attempt. @returns whether it was */
  async move(
    ctx: Ctx,
    { scheduleId, dueAt, attempt }: OccurrenceKey & { attempt?: number },
    { from, to: { scripts, ...to } }: { from: readonly State[]; to: Partial<Occurrence> },
  ): Promise<boolean> {
    const found = { userId: ctx.userId, scheduleId, dueAt, attempt, state: In([...from]) };
    const changes = { ...to, ...(scripts && { scripts: [...scripts] }) };
    return (await repositoryOf(ctx, Occurrence).update(found, changes)).affected === 1;
  }

  /** The first that waits for the run before it. */
  firstQueued(ctx: Ctx, scheduleId: string): Promise<Occurrence | null> {
    return repositoryOf(ctx, Occurrence).findOne({
      where: { userId: ctx.userId, scheduleId, state: 'queued' },
      order: { dueAt: 'asc' },
    });
  }

  /** Those that wait to be tried again have failed; why stays. @returns whether there were any */
  async giveUpRetries(ctx: Ctx, scheduleId: string, now: Date): Promise<boolean> {
    const waiting = { userId: ctx.userId, scheduleId, state: 'due' as const, retryAt: Not(IsNull()) };
    const gone = { state: 'failed' as const, retryAt: null, endedAt: now };
    return (await repositoryOf(ctx, Occurrence).update(waiting, gone)).affected! > 0;
  }

  /** Those whose runs have not begun, except for what its user asked for. */
  async skipDue(ctx: Ctx, scheduleId: string, { why, now }: { why: string; now: Date }): Promise<void> {
    const due = { userId: ctx.userId, scheduleId, state: 'due' as const, manual: false };
    await repositoryOf(ctx, Occurrence).update(due, { state: 'skipped', why, endedAt: now });
  }

  async skipQueued(ctx: Ctx, scheduleId: string, { why, now }: { why: string; now: Date }): Promise<void> {
    const queued = { userId: ctx.userId, scheduleId, state: 'queued' as const };
    await repositoryOf(ctx, Occurrence).update(queued, { state: 'skipped', why, endedAt: now });
  }
}
