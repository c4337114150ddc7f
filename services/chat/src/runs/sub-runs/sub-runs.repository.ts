import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, valuesOf } from '@zo/db';
import { sanitise } from '../../shapes/parts.js';
import { joined, type Labels } from '../../shapes/labels.js';
import { SubRunRow } from './sub-run.entity.js';

export type SubRun = Omit<SubRunRow, 'userId'>;

@Injectable()
export class SubRunsRepository {
  async insert(ctx: Ctx, row: Omit<SubRun, 'answer'>): Promise<void> {
    await repositoryOf(ctx, SubRunRow).insert(valuesOf<SubRunRow>({ ...sanitise(row), userId: ctx.userId }));
  }

  async byId(ctx: Ctx, runId: string): Promise<SubRun> {
    return repositoryOf(ctx, SubRunRow).findOneOrFail({ where: { runId } });
  }

  /** Adds to what the part was shown. */
  async addLabels(ctx: Ctx, runId: string, added: Labels): Promise<void> {
    const parts = repositoryOf(ctx, SubRunRow);
    const { labels } = await parts.findOneOrFail({ where: { runId }, lock: { mode: 'pessimistic_write' } });
    await parts.update({ runId }, { labels: sanitise(joined(labels, added)) });
  }

  async setAnswer(ctx: Ctx, runId: string, answer: string): Promise<void> {
    await repositoryOf(ctx, SubRunRow).update({ runId }, { answer: sanitise(answer) });
  }
}
