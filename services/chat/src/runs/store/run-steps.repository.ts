import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import type { Tokens } from '../../allowances/price.js';
import { query } from '../../db/sql.js';
import { type NewCall, threadOf } from './ledger.repository.js';
import { RunStepRow } from './run-step.entity.js';
import type { Run } from './runs.repository.js';
import { workerId } from './worker-id.js';

export interface FinishedStep extends Pick<Step, 'step' | 'content' | 'finishReason' | 'context'> {
  readonly usage: Tokens;
  readonly calls?: readonly NewCall[];
}

export type Step = Pick<RunStepRow, 'step' | 'content' | 'finishReason' | 'inputTokens' | 'outputTokens'> &
  Partial<Pick<RunStepRow, 'context'>>;

/**
 * Adds a finished step of a run, its tokens, and its calls, which are unique by (run, step, call): all with one
 * statement. Returns false, with nothing changed, if this worker no longer holds the run.
 */
export async function recordStep(
  ctx: Ctx,
  run: Pick<Run, 'id' | 'threadId'>,
  { step, content, finishReason, usage, context = null, calls = [] }: FinishedStep,
): Promise<boolean> {
  const { read, written } = usage.cached ?? { read: 0, written: 0 };
  const tokens = [usage.input, usage.output, read, written];
  const made = [JSON.stringify(content), finishReason, context && JSON.stringify(context)];
  const values = [run.id, workerId, ...tokens, ctx.userId, step, ...made, threadOf(run), JSON.stringify(calls)];
  const held = await query(ctx, RECORD, values);
  return held.length === 1;
}

const RECORD = `
  with held as (update runs set input_tokens = input_tokens + $3::bigint, output_tokens = output_tokens + $4::bigint,
      cache_read_tokens = cache_read_tokens + $5::bigint, cache_write_tokens = cache_write_tokens + $6::bigint
      where id = $1 and lease_owner = $2 returning id),
    stepped as (insert into run_steps (run_id, step, user_id, content, finish_reason, input_tokens, output_tokens, context)
      select id, $8::int, $7::uuid, $9::jsonb, $10::text, $3::bigint, $4::bigint, $11::jsonb from held),
    called as (insert into tool_calls (id, user_id, run_id, conversation_id, step, call_id, tool, args, args_hash, state,
        position)
      select c.id, $7, held.id, $12::uuid, c.step, c."callId", c.tool, c.args, c."argsHash", 'pending', c.position - 1
      from held, rows from (jsonb_to_recordset($13::jsonb)
        as (id uuid, step int, "callId" text, tool text, args jsonb, "argsHash" text)) with ordinality
        as c (id, step, "callId", tool, args, "argsHash", position))
  select id from held`;

export function stepsOf(ctx: Ctx, runId: string): Promise<Step[]> {
  return repositoryOf(ctx, RunStepRow).find({ where: { runId }, order: { step: 'asc' } });
}
