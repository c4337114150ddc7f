import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import { In, Not } from 'typeorm';
import { RoutineRow } from './routine.entity.js';

export type RoutineFacts = Pick<RoutineRow, 'id' | 'address' | 'description' | 'inputs' | 'problem'>;

@Injectable()
export class RoutinesRepository {
  all(ctx: Ctx): Promise<RoutineRow[]> {
    return repositoryOf(ctx, RoutineRow).find({ where: { userId: ctx.userId }, order: { address: 'ASC' } });
  }

  byId(ctx: Ctx, id: string): Promise<RoutineRow | null> {
    return repositoryOf(ctx, RoutineRow).findOneBy({ id, userId: ctx.userId });
  }

  /** Those at the address, or with the id. */
  near(ctx: Ctx, { address, id }: { address: string; id: string | undefined }): Promise<RoutineRow[]> {
    const { userId } = ctx;
    return repositoryOf(ctx, RoutineRow).findBy([{ userId, address }, ...(id ? [{ userId, id }] : [])]);
  }

  /** One transaction of a user at a time gives ids to files. */
  async lock(ctx: Ctx): Promise<void> {
    await rowsOf(ctx.tx!, `select pg_advisory_xact_lock(hashtextextended('routines ' || $1, 0))`, [ctx.userId]);
  }

  async save(ctx: Ctx, facts: readonly RoutineFacts[]): Promise<void> {
    if (facts.length === 0) return;
    const rows = repositoryOf(ctx, RoutineRow);
    const { userId } = ctx;
    const addresses = facts.map(({ address }) => address);
    // Files that have changed places: no two rows may have one address in between.
    await rows.delete({ userId, address: In(addresses), id: Not(In(facts.map(({ id }) => id))) });
    await rows.update({ userId, id: In(facts.map(({ id }) => id)) }, { address: () => `'moving ' || id` });
    await rows.upsert(
      facts.map((fact) => ({ userId, ...fact, updatedAt: new Date() })),
      ['userId', 'id'],
    );
  }

  async remove(ctx: Ctx, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await repositoryOf(ctx, RoutineRow).delete({ userId: ctx.userId, id: In([...ids]) });
  }
}
