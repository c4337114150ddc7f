import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { findRows, repositoryOf, rowsOf } from '@zo/db';
import { TrustModeRow } from './trust-mode.entity.js';

@Injectable()
export class TrustModesRepository {
  /** Until the end of the transaction: what a change depends on may have no row to lock. */
  async lock(ctx: Ctx): Promise<void> {
    await rowsOf(ctx.tx!, `select pg_advisory_xact_lock(hashtextextended('trust_modes:' || $1, 0))`, [ctx.userId]);
  }

  all(ctx: Ctx): Promise<TrustModeRow[]> {
    return findRows(ctx, TrustModeRow, { where: { userId: ctx.userId }, order: ['zofileId'] });
  }

  async remove(ctx: Ctx, zofileId: string): Promise<void> {
    await repositoryOf(ctx, TrustModeRow).delete({ userId: ctx.userId, zofileId });
  }

  async save(ctx: Ctx, row: Omit<TrustModeRow, 'userId'>): Promise<void> {
    const { deniedTools, deniedSkills, ...rest } = row;
    const lists = { deniedTools: [...deniedTools], deniedSkills: [...deniedSkills] };
    const values = { ...rest, ...lists, userId: ctx.userId };
    await repositoryOf(ctx, TrustModeRow).upsert(values, ['userId', 'zofileId']);
  }
}
