import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { AppClient } from './app-client.entity.js';

@Injectable()
export class AppClientsRepository {
  all(ctx: Ctx): Promise<AppClient[]> {
    return repositoryOf(ctx, AppClient).find();
  }

  find(ctx: Ctx, provider: string): Promise<AppClient | null> {
    return repositoryOf(ctx, AppClient).findOneBy({ provider });
  }

  async put(ctx: Ctx, row: Omit<AppClient, 'changedAt' | 'refusedAt'>): Promise<void> {
    await repositoryOf(ctx, AppClient).upsert({ ...row, changedAt: new Date(), refusedAt: null }, ['provider']);
  }

  /** Only of the client as it was known. */
  async setRefused(
    ctx: Ctx,
    { provider, changedAt }: Pick<AppClient, 'provider' | 'changedAt'>,
    refusedAt: Date | null,
  ): Promise<void> {
    await repositoryOf(ctx, AppClient).update({ provider, changedAt }, { refusedAt });
  }

  async remove(ctx: Ctx, provider: string): Promise<boolean> {
    return (await repositoryOf(ctx, AppClient).delete({ provider })).affected === 1;
  }
}
