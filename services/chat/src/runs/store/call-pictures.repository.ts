import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { In } from 'typeorm';
import { query } from '../../db/sql.js';
import { CallPictureRow } from './call-picture.entity.js';

/** By the row of the call in the ledger. */
export type CallPictures = ReadonlyMap<string, readonly Buffer[]>;

@Injectable()
export class CallPicturesRepository {
  async keep(
    ctx: Ctx,
    { callId, runId }: Pick<CallPictureRow, 'callId' | 'runId'>,
    pictures: readonly Buffer[],
  ): Promise<void> {
    const rows = pictures.map((bytes, position) => ({ callId, runId, position, userId: ctx.userId, bytes }));
    await repositoryOf(ctx, CallPictureRow).insert(rows);
  }

  async of(ctx: Ctx, callIds: readonly string[]): Promise<CallPictures> {
    if (callIds.length === 0) return new Map();
    const rows = await repositoryOf(ctx, CallPictureRow).find({
      where: { callId: In([...callIds]) },
      order: { position: 'ASC' },
    });
    const found = new Map<string, Buffer[]>();
    for (const { callId, bytes } of rows) found.set(callId, [...(found.get(callId) ?? []), bytes]);
    return found;
  }

  /** How many pictures each of these calls has. */
  async count(ctx: Ctx, callIds: readonly string[]): Promise<[string, number][]> {
    if (callIds.length === 0) return [];
    const sql = 'select call_id as id, count(*)::int as count from call_pictures where call_id = any($1) group by 1';
    return (await query<{ id: string; count: number }>(ctx, sql, [callIds])).map(({ id, count }) => [id, count]);
  }

  /** The first picture of a call, for its user. */
  async first(ctx: Ctx, { runId, callId }: Pick<CallPictureRow, 'runId' | 'callId'>): Promise<Buffer | undefined> {
    return (await repositoryOf(ctx, CallPictureRow).findOneBy({ runId, callId, position: 0 }))?.bytes;
  }

  /** What a run was shown so far. */
  async ofRun(ctx: Ctx, runId: string): Promise<{ readonly count: number; readonly bytes: number }> {
    const sql = `select count(*)::int as count, coalesce(sum(length(bytes)), 0)::int as bytes
      from call_pictures where run_id = $1`;
    return (await query<{ count: number; bytes: number }>(ctx, sql, [runId]))[0]!;
  }
}
