import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { VideoOrderRow } from './video-order.entity.js';

@Injectable()
export class VideoOrdersRepository {
  find(ctx: Ctx, callId: string): Promise<VideoOrderRow | null> {
    return repositoryOf(ctx, VideoOrderRow).findOneBy({ callId });
  }

  async add(ctx: Ctx, callId: string): Promise<void> {
    await repositoryOf(ctx, VideoOrderRow).insert({ callId, userId: ctx.userId, videoId: null });
  }

  async setVideo(ctx: Ctx, callId: string, videoId: string): Promise<void> {
    await repositoryOf(ctx, VideoOrderRow).update({ callId }, { videoId });
  }
}
