import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { IsNull, Not } from 'typeorm';
import { Schedule } from '../schedule.entity.js';
import { FileMark } from './file-mark.entity.js';

/** A user with schedules that files start. */
export interface WaitingUser {
  readonly userId: string;
  readonly patterns: string[];
}

@Injectable()
export class FileMarksRepository {
  /**
   * The users that follow one in the circle of those with schedules that files start, and which files: at most `limit`,
   * each once. Sees the rows of all users.
   */
  users(tx: EntityManager, { after, limit }: { after: string; limit: number }): Promise<WaitingUser[]> {
    const part = (condition: string) =>
      `(select user_id as "userId", array_agg(file_pattern order by file_pattern) as patterns
        from schedules where file_pattern is not null and paused_at is null and ${condition}
        group by user_id order by user_id limit $2)`;
    const circle = `${part('user_id > $1')} union all ${part('user_id <= $1')}`;
    const sql = `select * from (${circle}) circle order by "userId" <= $1, "userId" limit $2`;
    return rowsOf(tx, sql, [after, limit]);
  }

  schedules(ctx: Ctx): Promise<Schedule[]> {
    return repositoryOf(ctx, Schedule).find({
      where: { userId: ctx.userId, filePattern: Not(IsNull()), pausedAt: IsNull() },
      order: { createdAt: 'asc', id: 'asc' },
    });
  }

  async mark(ctx: Ctx): Promise<number | undefined> {
    return (await repositoryOf(ctx, FileMark).findOneBy({ userId: ctx.userId }))?.seq;
  }

  /** @returns whether the mark was where the caller thought: otherwise another process was first */
  async advance(ctx: Ctx, from: number | undefined, to: number): Promise<boolean> {
    const rows = await rowsOf(
      ctx.tx!,
      from === undefined
        ? 'insert into file_marks (user_id, seq) values ($1, $2) on conflict do nothing returning seq'
        : 'update file_marks set seq = $2 where user_id = $1 and seq = $3 returning seq',
      from === undefined ? [ctx.userId, to] : [ctx.userId, to, from],
    );
    return rows.length === 1;
  }
}
