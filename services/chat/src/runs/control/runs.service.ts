import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { Approvals } from '../gate/approvals.js';
import type { RunStatus } from '../../shapes/parts.js';
import { RunsRepository } from '../store/runs.repository.js';
import { RunWorker } from './worker.js';

@Injectable()
export class RunsService {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly worker: RunWorker,
    private readonly approvals: Approvals,
  ) {}

  /** Stops an answer; one that has ended stays as it is. The wish is a fact before anybody is told, so it outlives a crash. */
  async stop(ctx: Ctx, id: string): Promise<{ status: RunStatus }> {
    const run = await this.database.tx(ctx, (tx) => this.runs.requestStop(tx, id));
    if (!run) throw errors.notFound();
    if (run.status === 'running' || run.status === 'waiting') await this.worker.stop(id);
    return { status: run.status };
  }

  async decide(
    ctx: Ctx,
    id: string,
    answer: { approvalId: string; decision: 'approve' | 'deny' },
  ): Promise<{ decision: 'approve' | 'deny' }> {
    const run = await this.database.read(ctx, (tx) => this.runs.byId(tx, id));
    if (!run) throw errors.notFound();
    await this.approvals.decide(ctx, id, answer);
    return { decision: answer.decision };
  }
}
