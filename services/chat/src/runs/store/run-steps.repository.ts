import type { Ctx } from '@zo/auth';
import { repositoryOf, valuesOf } from '@zo/db';
import { RunStepRow } from './run-step.entity.js';

export type Step = Pick<RunStepRow, 'step' | 'content' | 'finishReason' | 'inputTokens' | 'outputTokens'> &
  Partial<Pick<RunStepRow, 'context'>>;

export async function insertStep(ctx: Ctx, runId: string, step: Step): Promise<void> {
  await repositoryOf(ctx, RunStepRow).insert(valuesOf<RunStepRow>({ ...step, runId, userId: ctx.userId }));
}

export function stepsOf(ctx: Ctx, runId: string): Promise<Step[]> {
  return repositoryOf(ctx, RunStepRow).find({ where: { runId }, order: { step: 'asc' } });
}
