import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import type { TrustMode } from './trust-mode.js';
import { TrustModeRow } from './trust-mode.entity.js';

@Injectable()
export class TrustModesRepository {
  all(ctx: Ctx): Promise<TrustModeRow[]> {
    return repositoryOf(ctx, TrustModeRow).find({ where: { userId: ctx.userId }, order: { zofileId: 'asc' } });
  }

  async save(ctx: Ctx, zofileId: string, mode: TrustMode): Promise<void> {
    await repositoryOf(ctx, TrustModeRow).upsert({ userId: ctx.userId, zofileId, mode }, ['userId', 'zofileId']);
  }
}
