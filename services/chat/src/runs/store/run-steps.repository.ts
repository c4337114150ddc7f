import type { Ctx } from '@zo/auth';
import type { AssistantContent } from 'ai';
import { query } from '../../db/sql.js';

/** One finished model step, as it has to be sent back to the model. */
export interface Step {
  readonly step: number;
  readonly content: Exclude<AssistantContent, string>;
  readonly finishReason: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export async function insertStep(ctx: Ctx, runId: string, step: Step): Promise<void> {
  await query(
    ctx,
    `insert into run_steps (run_id, step, user_id, content, finish_reason, input_tokens, output_tokens) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      runId,
      step.step,
      ctx.userId,
      JSON.stringify(step.content),
      step.finishReason,
      step.inputTokens,
      step.outputTokens,
    ],
  );
}

export function stepsOf(ctx: Ctx, runId: string): Promise<Step[]> {
  return query<Step>(
    ctx,
    `select step, content, finish_reason as "finishReason", input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens"
     from run_steps where run_id = $1 order by step`,
    [runId],
  );
}
