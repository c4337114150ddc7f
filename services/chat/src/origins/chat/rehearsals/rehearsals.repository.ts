import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { query } from '../../../db/sql.js';
import type { RunStatus } from '../../../shapes/parts.js';
import type { RunScript } from '../../../shapes/run-script.js';

/** Past runs that the usual cost is taken from. */
const MAX_PAST = 20;

export interface RehearsalRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly error: string | null;
  readonly conversationId: string;
  readonly script: RunScript | null;
}

@Injectable()
export class RehearsalsRepository {
  async byId(ctx: Ctx, routineId: string, runId: string): Promise<RehearsalRow | undefined> {
    const sql = `select id, status, error, conversation_id as "conversationId", script from runs
      where id = $1 and user_id = $2 and rehearses = $3`;
    return (await query<RehearsalRow>(ctx, sql, [runId, ctx.userId, routineId]))[0];
  }

  /** The middle of what the latest runs have cost, in billionths of a dollar; null: no cost is known. */
  async usualCost(ctx: Ctx, routineId: string): Promise<{ nano: number | null; runs: number }> {
    const [row] = await query<{ nano: number | null; runs: number }>(
      ctx,
      `with past as (
         select distinct on (r.conversation_id) r.id, r.user_id, r.started_at
         from routine_runs q join runs r on r.conversation_id = q.conversation_id
         where q.user_id = $1 and q.routine_id = $2 and r.status = 'complete'
         order by r.conversation_id, r.started_at),
       latest as (select * from past order by started_at desc limit ${MAX_PAST}),
       costs as (
         select coalesce(sum(s.nano), 0)::float8 as nano from latest p
         left join spendings s on s.run_id = p.id and s.user_id = p.user_id and s.created_at >= p.started_at
         group by p.id having coalesce(bool_and(s.is_priced), true))
       select percentile_cont(0.5) within group (order by nano) as nano, count(*)::int as runs from costs`,
      [ctx.userId, routineId],
    );
    return row!;
  }
}
