import type { Ctx } from '@zo/auth';
import { atCommit, repositoryOf } from '@zo/db';
import { RunStepRow } from './run-step.entity.js';

export type Step = Pick<RunStepRow, 'step' | 'content' | 'finishReason' | 'inputTokens' | 'outputTokens'> &
  Partial<Pick<RunStepRow, 'context'>>;

/** Inserts a step together with the commit. */
export function insertStepAtCommit(
  ctx: Ctx,
  runId: string,
  { step, content, finishReason, inputTokens, outputTokens, context = null }: Step,
): void {
  atCommit(
    ctx,
    `insert into run_steps (run_id, step, user_id, content, finish_reason, input_tokens, output_tokens, context)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      runId,
      step,
      ctx.userId,
      JSON.stringify(content),
      finishReason,
      inputTokens,
      outputTokens,
      context && JSON.stringify(context),
    ],
  );
}

export function stepsOf(ctx: Ctx, runId: string): Promise<Step[]> {
  return repositoryOf(ctx, RunStepRow).find({ where: { runId }, order: { step: 'asc' } });
}
