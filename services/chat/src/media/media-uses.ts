/** MD-07: counts each request to a model for media exactly once. Its row is written before the request is sent. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import type { MediaTask } from './connection.js';
import { MediaError } from './media-error.js';
import { type MediaAmount, MediaModelsRepository, type UsedMedia } from './media-models.repository.js';

export interface MediaUse {
  readonly task: MediaTask;
  readonly model: string;
  /** Undefined outside of an answer. */
  readonly runId?: string;
  /** What is charged at most, as far as it is known before. */
  readonly expected: MediaAmount;
}

/** Runs `work`, which tells after each request what it has used. */
export type Metered = <T>(
  use: MediaUse,
  work: (used: (amount: Partial<MediaAmount>) => void) => Promise<T>,
) => Promise<T>;

@Injectable()
export class MediaUses {
  constructor(
    private readonly database: Database,
    private readonly rows: MediaModelsRepository,
  ) {}

  usedBy(ctx: Ctx, runId: string): Promise<UsedMedia> {
    return this.database.read(ctx, (tx) => this.rows.usedBy(tx, runId));
  }

  /** A request that was cut off stays with what was expected of it: its provider may have charged it. */
  async meter<T>(ctx: Ctx, { task, model, runId, expected }: MediaUse, work: Parameters<Metered>[1]): Promise<T> {
    const id = crypto.randomUUID();
    await this.database.tx(ctx, (tx) => this.rows.begin(tx, { id, runId: runId ?? null, task, model, ...expected }));
    const total = { images: 0, seconds: 0 };
    const used = ({ images = 0, seconds = 0 }: Partial<MediaAmount>) => {
      total.images += images;
      total.seconds += seconds;
    };
    const settle = () => this.database.tx(ctx, (tx) => this.rows.settle(tx, id, total));
    try {
      const value = (await work(used)) as T;
      await settle();
      return value;
    } catch (error) {
      if (total.images + total.seconds > 0) await settle();
      else if (error instanceof MediaError) await this.database.tx(ctx, (tx) => this.rows.release(tx, id));
      throw error;
    }
  }
}
