import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { findRow, repositoryOf } from '@zo/db';
import { SearchRow } from './search.entity.js';

@Injectable()
export class WebSearchRepository {
  find(ctx: Ctx): Promise<SearchRow | null> {
    return findRow(ctx, SearchRow, { where: { userId: ctx.userId } });
  }

  async save(ctx: Ctx, row: Omit<SearchRow, 'updatedAt'>): Promise<void> {
    await repositoryOf(ctx, SearchRow).upsert({ ...row, updatedAt: () => 'now()' }, ['userId']);
  }

  async remove(ctx: Ctx): Promise<boolean> {
    return (await repositoryOf(ctx, SearchRow).delete({ userId: ctx.userId })).affected === 1;
  }
}
