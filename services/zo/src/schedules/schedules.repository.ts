import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { IsNull, Not } from 'typeorm';
import { ActiveZofile } from '../active/active-zofile.entity.js';
import { Schedule, TimeZone } from './schedule.entity.js';

@Injectable()
export class SchedulesRepository {
  /** What is due next comes first, what is not due any more last. */
  all(ctx: Ctx): Promise<Schedule[]> {
    return repositoryOf(ctx, Schedule).find({
      where: { userId: ctx.userId },
      order: { nextAt: { direction: 'asc', nulls: 'last' }, createdAt: 'asc', id: 'asc' },
    });
  }

  ofRoutines(ctx: Ctx): Promise<Schedule[]> {
    return repositoryOf(ctx, Schedule).findBy({ userId: ctx.userId, routineId: Not(IsNull()) });
  }

  count(ctx: Ctx): Promise<number> {
    return repositoryOf(ctx, Schedule).countBy({ userId: ctx.userId });
  }

  byId(ctx: Ctx, id: string): Promise<Schedule | null> {
    return repositoryOf(ctx, Schedule).findOneBy({ id, userId: ctx.userId });
  }

  /** The row stays locked until the transaction ends. */
  lock(ctx: Ctx, id: string): Promise<Schedule | null> {
    return repositoryOf(ctx, Schedule).findOne({
      where: { id, userId: ctx.userId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async insert(ctx: Ctx, row: Schedule): Promise<void> {
    await repositoryOf(ctx, Schedule).insert({ ...row, upcoming: [...row.upcoming], steps: [...row.steps] });
  }

  async change(ctx: Ctx, id: string, changes: Partial<Schedule>): Promise<void> {
    const { upcoming, steps, ...rest } = changes;
    await repositoryOf(ctx, Schedule).update(
      { id, userId: ctx.userId },
      { ...rest, ...(upcoming && { upcoming: [...upcoming] }), ...(steps && { steps: [...steps] }) },
    );
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await repositoryOf(ctx, Schedule).delete({ id, userId: ctx.userId })).affected === 1;
  }

  /** The personas of these conversations, by the id of the schedule. */
  async zofiles(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
    const rows = await repositoryOf(ctx, ActiveZofile).findBy({ userId: ctx.userId, conversationType: 'schedule' });
    return new Map(rows.map(({ eventId, zofileId }) => [eventId, zofileId]));
  }

  async zone(ctx: Ctx): Promise<string | undefined> {
    return (await repositoryOf(ctx, TimeZone).findOneBy({ userId: ctx.userId }))?.zone;
  }

  async setZone(ctx: Ctx, zone: string): Promise<void> {
    await repositoryOf(ctx, TimeZone).upsert({ userId: ctx.userId, zone }, ['userId']);
  }
}
