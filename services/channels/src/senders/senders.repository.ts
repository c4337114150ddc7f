import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { Sender } from './sender.entity.js';

type Address = Pick<Sender, 'channel' | 'address'>;

@Injectable()
export class SendersRepository {
  all(ctx: Ctx): Promise<Sender[]> {
    return repositoryOf(ctx, Sender).find({ where: { userId: ctx.userId }, order: { address: 'asc' } });
  }

  count(ctx: Ctx): Promise<number> {
    return repositoryOf(ctx, Sender).countBy({ userId: ctx.userId });
  }

  async has(ctx: Ctx, { channel, address }: Address): Promise<boolean> {
    return (await repositoryOf(ctx, Sender).countBy({ userId: ctx.userId, channel, address })) > 0;
  }

  async add(ctx: Ctx, { channel, address }: Address): Promise<void> {
    await repositoryOf(ctx, Sender)
      .createQueryBuilder()
      .insert()
      .values({ id: crypto.randomUUID(), userId: ctx.userId, channel, address })
      .orIgnore()
      .execute();
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await repositoryOf(ctx, Sender).delete({ id, userId: ctx.userId })).affected === 1;
  }
}
