import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import type { Location } from '@zo/proto/location';
import { Trashed } from './trashed.entity.js';

/** Upper bound for moving an entry into the trash. */
const MOVING = '1 minute';

@Injectable()
export class TrashRepository {
  /**
   * Reserves a name in the trash for an entry about to be moved in, with its origin. False if a concurrent move has
   * just reserved it. An older row for a name that does not exist on disk belongs to an entry that left the trash in
   * another way, and is replaced.
   */
  async reserve(ctx: Ctx, name: string, origin: Location): Promise<boolean> {
    // Replaces the row only if it is old, in the statement that inserts it.
    const rows = await rowsOf(
      ctx.tx!,
      `insert into trashed (user_id, name, root, path, told) values ($1, $2, $3, $4, false)
       on conflict (user_id, name) do update set root = excluded.root, path = excluded.path,
         trashed_at = excluded.trashed_at,
         told = excluded.told
         where trashed.trashed_at < now() - interval '${MOVING}' returning 1`,
      [ctx.userId, name, origin.root, [...origin.path]],
    );
    return rows.length > 0;
  }

  async markTold(ctx: Ctx, name: string): Promise<void> {
    await repositoryOf(ctx, Trashed).update({ userId: ctx.userId, name }, { told: true });
  }

  /** The first entries that nobody was told of, and that no process moves any more. */
  untold(ctx: Ctx, limit: number): Promise<Trashed[]> {
    return repositoryOf(ctx, Trashed)
      .createQueryBuilder('trashed')
      .where(`user_id = :userId and not told and trashed_at < now() - interval '${MOVING}'`, { userId: ctx.userId })
      .orderBy('trashed_at')
      .limit(limit)
      .getMany();
  }

  async delete(ctx: Ctx, name: string): Promise<void> {
    await repositoryOf(ctx, Trashed).delete({ userId: ctx.userId, name });
  }

  /** The database's current time. */
  async now(ctx: Ctx): Promise<string> {
    return (await rowsOf<{ now: string }>(ctx.tx!, 'select clock_timestamp()::text as now'))[0]!.now;
  }

  /** Deletes the rows of removed entries that are older than `before`: a new entry may have the name by now. */
  async deleteRemoved(ctx: Ctx, names: readonly string[], before: string): Promise<void> {
    await repositoryOf(ctx, Trashed)
      .createQueryBuilder()
      .delete()
      .where('user_id = :userId and trashed_at < :before::timestamptz', { userId: ctx.userId, before })
      .andWhere('name = any(:names)', { names })
      .execute();
  }

  /**
   * Deletes the rows older than `before` once the trash is empty: their entries left it in another way. Keeps the rows
   * of moves in progress.
   */
  async deleteLeft(ctx: Ctx, before: string): Promise<void> {
    await repositoryOf(ctx, Trashed)
      .createQueryBuilder()
      .delete()
      .where('user_id = :userId', { userId: ctx.userId })
      .andWhere(`trashed_at < :before::timestamptz - interval '${MOVING}'`, { before })
      .execute();
  }

  /** The last trashed ones first; also those whose entry left the trash in another way. */
  newest(ctx: Ctx, limit: number): Promise<Trashed[]> {
    return repositoryOf(ctx, Trashed).find({
      where: { userId: ctx.userId },
      order: { trashedAt: 'desc', name: 'asc' },
      take: limit,
    });
  }

  find(ctx: Ctx, name: string): Promise<Trashed | null> {
    return repositoryOf(ctx, Trashed).findOneBy({ userId: ctx.userId, name });
  }
}
