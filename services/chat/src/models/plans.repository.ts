import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { PlanRow } from './plan.entity.js';

const MAX_PEOPLE = 1_000;

@Injectable()
export class PlansRepository {
  /** That of the user, if one was chosen. */
  find(ctx: Ctx): Promise<PlanRow | null> {
    return repositoryOf(ctx, PlanRow).findOneBy({ userId: ctx.userId });
  }

  all(tx: EntityManager): Promise<PlanRow[]> {
    return tx.getRepository(PlanRow).find({ order: { userId: 'asc' }, take: MAX_PEOPLE });
  }

  async save(tx: EntityManager, row: Pick<PlanRow, 'userId' | 'plan'>): Promise<void> {
    await tx.getRepository(PlanRow).upsert({ ...row, updatedAt: () => 'now()' }, ['userId']);
  }
}
