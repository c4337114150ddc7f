import type { Ctx } from '@zo/auth';
import type { Run } from './runs.repository.js';

/** The context for the assistant's work on behalf of a run's user. */
export const agentCtx = (run: Pick<Run, 'userId' | 'owner' | 'id'>): Ctx => ({
  userId: run.userId,
  owner: run.owner,
  actor: 'agent',
  requestId: run.id,
});
