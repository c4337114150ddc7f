import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { Zofile } from '../zofiles/zofile.entity.js';
import { ActiveZofile } from './active-zofile.entity.js';

/** The conversations that a Zofile is active in. */
export type Place = Pick<ActiveZofile, 'conversationType' | 'eventId'>;

@Injectable()
export class ActiveRepository {
  all(ctx: Ctx): Promise<ActiveZofile[]> {
    return repositoryOf(ctx, ActiveZofile).find({
      where: { userId: ctx.userId },
      order: { conversationType: 'asc', eventId: 'asc' },
    });
  }

  countSchedules(ctx: Ctx): Promise<number> {
    return repositoryOf(ctx, ActiveZofile).countBy({ userId: ctx.userId, conversationType: 'schedule' });
  }

  /** One statement, because every message asks. */
  zofileOf(ctx: Ctx, { conversationType, eventId }: Place): Promise<Zofile | null> {
    return repositoryOf(ctx, Zofile)
      .createQueryBuilder('z')
      .innerJoin(ActiveZofile, 'a', 'a.user_id = z.user_id and a.zofile_id = z.id')
      .where('a.user_id = :userId and a.conversation_type = :conversationType and a.event_id = :eventId')
      .setParameters({ userId: ctx.userId, conversationType, eventId })
      .getOne();
  }

  async set(ctx: Ctx, { conversationType, eventId }: Place, zofileId: string): Promise<void> {
    await repositoryOf(ctx, ActiveZofile).upsert({ userId: ctx.userId, conversationType, eventId, zofileId }, [
      'userId',
      'conversationType',
      'eventId',
    ]);
  }

  async clear(ctx: Ctx, { conversationType, eventId }: Place): Promise<void> {
    await repositoryOf(ctx, ActiveZofile).delete({ userId: ctx.userId, conversationType, eventId });
  }
}
