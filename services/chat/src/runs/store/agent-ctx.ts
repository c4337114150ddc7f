import type { Ctx } from '@zo/auth';
import type { Run } from './runs.repository.js';

/** The context of work the assistant does on behalf of the person of a run. */
export const agentCtx = (run: Pick<Run, 'userId' | 'owner' | 'id'>): Ctx => ({
  userId: run.userId,
  owner: run.owner,
  actor: 'agent',
  requestId: run.id,
});
