import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, valuesOf } from '@zo/db';
import { sanitise } from '../../shapes/parts.js';
import type { Labels } from '../../shapes/labels.js';
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

  async setLabels(ctx: Ctx, runId: string, labels: Labels): Promise<void> {
    await repositoryOf(ctx, SubRunRow).update({ runId }, { labels: sanitise(labels) });
  }

  async setAnswer(ctx: Ctx, runId: string, answer: string): Promise<void> {
    await repositoryOf(ctx, SubRunRow).update({ runId }, { answer: sanitise(answer) });
  }
}
