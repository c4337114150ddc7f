import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { atCommit, repositoryOf } from '@zo/db';
import { Conversation } from '../conversations/conversation.entity.js';
import { RoutineRunRow } from './routine-run.entity.js';

@Injectable()
export class RoutineRunsRepository {
  /** Sends with the commit, after the conversation itself. */
  addAtCommit(ctx: Ctx, { conversationId, routineId }: Pick<RoutineRunRow, 'conversationId' | 'routineId'>): void {
    atCommit(ctx, 'insert into routine_runs (conversation_id, user_id, routine_id) values ($1, $2, $3)', [
      conversationId,
      ctx.userId,
      routineId,
    ]);
  }

  /** Latest first. */
  conversations(ctx: Ctx, routineId: string, limit: number): Promise<Conversation[]> {
    return repositoryOf(ctx, Conversation)
      .createQueryBuilder('c')
      .innerJoin(RoutineRunRow, 'r', 'r.conversationId = c.id')
      .where('c.userId = :userId and r.routineId = :routineId', { userId: ctx.userId, routineId })
      .orderBy('r.createdAt', 'DESC')
      .limit(limit)
      .getMany();
  }
}
