import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { ProviderShareRow } from './provider-share.entity.js';

export type ProviderShare = Pick<ProviderShareRow, 'providerId' | 'models' | 'people'>;

@Injectable()
export class ProviderSharesRepository {
  all(ctx: Ctx): Promise<ProviderShareRow[]> {
    return repositoryOf(ctx, ProviderShareRow).find({ where: { userId: ctx.userId }, order: { providerId: 'asc' } });
  }

  async save(ctx: Ctx, { providerId, models, people }: ProviderShare): Promise<void> {
    await repositoryOf(ctx, ProviderShareRow).upsert(
      {
        providerId,
        userId: ctx.userId,
        models: models && [...models],
        people: people && [...people],
        updatedAt: () => 'now()',
      },
      ['providerId'],
    );
  }

  async remove(ctx: Ctx, providerId: string): Promise<boolean> {
    return (await repositoryOf(ctx, ProviderShareRow).delete({ providerId, userId: ctx.userId })).affected === 1;
  }
}
