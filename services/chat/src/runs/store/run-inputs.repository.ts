import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf, valuesOf } from '@zo/db';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { query } from '../../db/sql.js';
import { type InputKind, RunInputRow } from './run-input.entity.js';
import type { Run } from './runs.repository.js';

export type RunInput = Pick<RunInputRow, 'id' | 'runId' | 'threadId' | 'kind' | 'asked' | 'beforeStep'>;
/** A thread whose next run is due, and whose run would be. */
export interface DueThread extends Pick<Run, 'userId' | 'owner' | 'origin'> {
  readonly threadId: string;
}

@Injectable()
export class RunInputsRepository {
  /** Does nothing if there is one of this id. */
  async insertOnce(ctx: Ctx, input: Omit<RunInput, 'beforeStep'>): Promise<void> {
    const row = valuesOf<RunInputRow>({ ...input, userId: ctx.userId });
    await repositoryOf(ctx, RunInputRow).createQueryBuilder().insert().values(row).orIgnore().execute();
  }

  /** What a thread's user said that no run has begun to answer, in order. */
  waiting(ctx: Ctx, threadId: string): Promise<RunInput[]> {
    return repositoryOf(ctx, RunInputRow).find({ where: { threadId, beforeStep: IsNull() }, order: { seq: 'asc' } });
  }

  waitingById(ctx: Ctx, { id, threadId }: Pick<RunInput, 'id' | 'threadId'>): Promise<RunInput | null> {
    return repositoryOf(ctx, RunInputRow).findOneBy({ id, threadId, beforeStep: IsNull() });
  }

  byId(ctx: Ctx, { id, threadId }: Pick<RunInput, 'id' | 'threadId'>): Promise<RunInput | null> {
    return repositoryOf(ctx, RunInputRow).findOneBy({ id, threadId });
  }

  /** Removes an input that no run has begun to answer; false if there is none. */
  async remove(ctx: Ctx, { id, threadId }: Pick<RunInput, 'id' | 'threadId'>): Promise<boolean> {
    return (await repositoryOf(ctx, RunInputRow).delete({ id, threadId, beforeStep: IsNull() })).affected === 1;
  }

  async steer(ctx: Ctx, id: string, runId: string): Promise<void> {
    await repositoryOf(ctx, RunInputRow).update({ id, beforeStep: IsNull() }, { kind: 'steer', runId });
  }

  /** Gives what a run was told to its next step, once. */
  take(ctx: Ctx, runId: string, step: number): Promise<Pick<RunInput, 'id' | 'asked'>[]> {
    return query<Pick<RunInput, 'id' | 'asked'>>(
      ctx,
      `with taken as (update run_inputs set before_step = $2 where run_id = $1 and kind = 'steer' and before_step is null
         returning id, asked, seq)
       select id, asked from taken order by seq`,
      [runId, step],
    );
  }

  /** Whether a run was told something that no step has taken. */
  async isTold(ctx: Ctx, runId: string): Promise<boolean> {
    const sql = `select 1 from run_inputs where run_id = $1 and kind = 'steer' and before_step is null limit 1`;
    return (await query(ctx, sql, [runId])).length > 0;
  }

  /** What the steps of a run were told. */
  taken(ctx: Ctx, runId: string): Promise<RunInput[]> {
    const where = { runId, beforeStep: Not(IsNull()) };
    return repositoryOf(ctx, RunInputRow).find({ where, order: { seq: 'asc' } });
  }

  /** What waits in a thread becomes `kind`: its next run, or held for the user. False if nothing waits. */
  async leave(ctx: Ctx, threadId: string, kind: InputKind): Promise<boolean> {
    const sql = `update run_inputs set kind = $2, run_id = null
      where conversation_id = $1 and before_step is null and kind <> 'held' returning id`;
    return (await query(ctx, sql, [threadId, kind])).length > 0;
  }

  /** The next input of a thread that starts a run. */
  next(ctx: Ctx, threadId: string): Promise<RunInput | null> {
    const where = { threadId, beforeStep: IsNull(), kind: 'after' as const };
    return repositoryOf(ctx, RunInputRow).findOne({ where, order: { seq: 'asc' } });
  }

  /** The unfinished run of a thread, which cannot end until the transaction does. */
  async activeRun(ctx: Ctx, threadId: string): Promise<string | undefined> {
    const rows = await query<{ id: string }>(
      ctx,
      `select id from runs where conversation_id = $1 and status in ('running', 'waiting') for share`,
      [threadId],
    );
    return rows[0]?.id;
  }

  /** Threads whose next run nobody has started, because a process died. */
  due(tx: EntityManager, most: number): Promise<DueThread[]> {
    return rowsOf<DueThread>(
      tx,
      `select distinct on (i.conversation_id) i.conversation_id as "threadId", r.user_id as "userId", r.owner, r.origin
       from run_inputs i join runs r on r.conversation_id = i.conversation_id
       where i.before_step is null and i.kind <> 'held' and not exists (
         select 1 from runs a where a.conversation_id = i.conversation_id and a.status in ('running', 'waiting'))
       order by i.conversation_id, r.started_at desc limit $1`,
      [most],
    );
  }
}
