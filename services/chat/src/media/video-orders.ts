import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { VideoOrdersRepository } from './video-orders.repository.js';

/** The order of one call. */
export interface VideoOrder {
  /** Undefined the first time. Later: the id at the provider, or null if it is not known whether it was ordered. */
  readonly before: string | null | undefined;
  /** Call as soon as the provider has the order. */
  readonly ordered: (videoId: string) => Promise<void>;
}

@Injectable()
export class VideoOrders {
  constructor(
    private readonly database: Database,
    private readonly rows: VideoOrdersRepository,
  ) {}

  /** Opens the order of a call. Only the first time it may be sent to the provider. */
  async open(ctx: Ctx, callId: string): Promise<VideoOrder> {
    const before = await this.database.tx(ctx, async (tx) => {
      const row = await this.rows.find(tx, callId);
      if (!row) await this.rows.add(tx, callId);
      return row?.videoId;
    });
    const ordered = (videoId: string) => this.database.tx(ctx, (tx) => this.rows.setVideo(tx, callId, videoId));
    return { before, ordered };
  }
}
