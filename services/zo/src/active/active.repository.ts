import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import type { Zofile } from '../zofiles/zofile.entity.js';
import { ActiveZofile } from './active-zofile.entity.js';

/** A Zofile as it answers. */
export type Voice = Pick<Zofile, 'id' | 'name' | 'prompt'>;

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
  async zofileOf(ctx: Ctx, { conversationType, eventId }: Place): Promise<Voice | null> {
    const sql = `select z.id, z.name, z.prompt from zofiles z
      join active_zofiles a on a.user_id = z.user_id and a.zofile_id = z.id
      where a.user_id = $1 and a.conversation_type = $2 and a.event_id = $3`;
    return (await rowsOf<Voice>(ctx.tx!, sql, [ctx.userId, conversationType, eventId]))[0] ?? null;
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
