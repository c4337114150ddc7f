import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { findRow, findRows, repositoryOf } from '@zo/db';
import { query } from '../db/sql.js';
import type { ProviderRow } from '../models/provider.entity.js';
import type { MediaTask } from './connection.js';
import { MediaModelRow, MediaUseRow } from './media-model.entity.js';

/** A provider as far as its models for media are concerned. */
export type MediaProvider = Pick<
  ProviderRow,
  'id' | 'userId' | 'kind' | 'baseUrl' | 'key' | 'enabled' | 'allowPrivate'
>;

export interface MediaAmount {
  readonly images: number;
  /** Of sound, or of a video. */
  readonly seconds: number;
}

/** `seconds` of sound. */
export interface UsedMedia extends MediaAmount {
  readonly videos: number;
}

@Injectable()
export class MediaModelsRepository {
  all(ctx: Ctx): Promise<MediaModelRow[]> {
    return findRows(ctx, MediaModelRow, { where: { userId: ctx.userId }, order: ['task'] });
  }

  /** Whose addresses and keys these models use. */
  providersOfAll(ctx: Ctx): Promise<MediaProvider[]> {
    return query<MediaProvider>(
      ctx,
      `select distinct on (p.id) p.id, p.user_id as "userId", p.kind, p.base_url as "baseUrl", p.key, p.enabled,
         p.allow_private as "allowPrivate"
       from providers p join media_models m on m.provider_id = p.id where m.user_id = $1 and p.user_id = $1`,
      [ctx.userId],
    );
  }

  find(ctx: Ctx, task: MediaTask): Promise<MediaModelRow | null> {
    return findRow(ctx, MediaModelRow, { where: { userId: ctx.userId, task } });
  }

  async save(ctx: Ctx, row: Omit<MediaModelRow, 'updatedAt'>): Promise<void> {
    await repositoryOf(ctx, MediaModelRow).upsert({ ...row, updatedAt: () => 'now()' }, ['userId', 'task']);
  }

  async remove(ctx: Ctx, task: MediaTask): Promise<boolean> {
    return (await repositoryOf(ctx, MediaModelRow).delete({ userId: ctx.userId, task })).affected === 1;
  }

  async begin(ctx: Ctx, use: Omit<MediaUseRow, 'userId' | 'isSettled' | 'createdAt'>): Promise<void> {
    await repositoryOf(ctx, MediaUseRow).insert({ ...use, userId: ctx.userId, isSettled: false });
  }

  async settle(ctx: Ctx, id: string, amount: MediaAmount): Promise<void> {
    await repositoryOf(ctx, MediaUseRow).update({ id, isSettled: false }, { ...amount, isSettled: true });
  }

  /** Nothing was made. */
  async takeBack(ctx: Ctx, id: string): Promise<void> {
    await repositoryOf(ctx, MediaUseRow).delete({ id });
  }

  /** What an answer has used, with what it may have used. */
  async usedBy(ctx: Ctx, runId: string): Promise<UsedMedia> {
    const uses = await repositoryOf(ctx, MediaUseRow).find({
      select: { task: true, images: true, seconds: true },
      where: { runId },
    });
    return uses.reduce(
      (sum, { task, images, seconds }) =>
        task === 'video'
          ? { ...sum, videos: sum.videos + 1 }
          : { ...sum, images: sum.images + images, seconds: sum.seconds + seconds },
      { images: 0, seconds: 0, videos: 0 },
    );
  }
}
