import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { type OccurrenceKey, OPEN } from '../history/occurrences.repository.js';
import { HookBody } from './hook-body.entity.js';

export interface Hook {
  readonly userId: string;
  readonly scheduleId: string;
  readonly generation: number;
}

@Injectable()
export class HooksRepository {
  /** Of any user: a caller has no session. */
  async byHookId(tx: EntityManager, hookId: string): Promise<Hook | undefined> {
    const [row] = await rowsOf<Hook>(
      tx,
      `select user_id as "userId", id as "scheduleId", hook_generation as generation
       from schedules where hook_id = $1 and hook_generation > 0`,
      [hookId],
    );
    return row;
  }

  async keepBody(ctx: Ctx, { scheduleId, dueAt }: OccurrenceKey, body: Buffer): Promise<void> {
    await repositoryOf(ctx, HookBody).insert({ userId: ctx.userId, scheduleId, dueAt, body });
  }

  body(ctx: Ctx, { scheduleId, dueAt }: OccurrenceKey): Promise<HookBody | null> {
    return repositoryOf(ctx, HookBody).findOneBy({ userId: ctx.userId, scheduleId, dueAt });
  }

  /** Those of runs of a schedule that did not begin, and will not. */
  async dropBodiesOfOver(ctx: Ctx, scheduleId: string): Promise<void> {
    await rowsOf(
      ctx.tx!,
      `delete from hook_bodies b using occurrences o
       where b.user_id = $1 and b.schedule_id = $2 and o.schedule_id = b.schedule_id and o.due_at = b.due_at
         and o.state <> all($3)`,
      [ctx.userId, scheduleId, OPEN],
    );
  }

  async dropBody(ctx: Ctx, { scheduleId, dueAt }: OccurrenceKey): Promise<void> {
    await repositoryOf(ctx, HookBody).delete({ userId: ctx.userId, scheduleId, dueAt });
  }
}
