import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { TrustModeRow } from './trust-mode.entity.js';

@Injectable()
export class TrustModesRepository {
  all(ctx: Ctx): Promise<TrustModeRow[]> {
    return repositoryOf(ctx, TrustModeRow).find({ where: { userId: ctx.userId }, order: { zofileId: 'asc' } });
  }

  async save(ctx: Ctx, row: Omit<TrustModeRow, 'userId'>): Promise<void> {
    const { deniedTools, ...rest } = row;
    const values = { ...rest, deniedTools: [...deniedTools], userId: ctx.userId };
    await repositoryOf(ctx, TrustModeRow).upsert(values, ['userId', 'zofileId']);
  }
}
