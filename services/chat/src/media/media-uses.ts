/**
 * MD-07: counts each request to a model for media exactly once, and charges it to the allowances of its user. It is
 * written before the request is sent.
 */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { costOfUnits } from '../allowances/price.js';
import { Purse } from '../allowances/purse.js';
import type { DollarsEach, MediaTask } from './connection.js';
import { MediaError } from './media-error.js';
import { type MediaAmount, MediaModelsRepository, type UsedMedia } from './media-models.repository.js';

export interface MediaUse {
  readonly task: MediaTask;
  readonly model: string;
  /** Undefined or null: nothing is charged. */
  readonly price: DollarsEach;
  /** What is charged at most, as far as it is known before. */
  readonly expected: MediaAmount;
}

/** The call of an answer that a use belongs to. */
export interface UsedInRun {
  /** Of the call. It uses a model once, so a second use is an error of the database. */
  readonly id: string;
  readonly runId: string;
  readonly zofileId: string | null;
}

/** Runs `work`, which tells after each request what it has used. @throws MediaError if an allowance does not suffice */
export type Metered = <T>(
  use: MediaUse,
  work: (used: (amount: Partial<MediaAmount>) => void) => Promise<T>,
) => Promise<T>;

@Injectable()
export class MediaUses {
  constructor(
    private readonly database: Database,
    private readonly rows: MediaModelsRepository,
    private readonly purse: Purse,
  ) {}

  usedBy(ctx: Ctx, runId: string): Promise<UsedMedia> {
    return this.database.read(ctx, (tx) => this.rows.usedBy(tx, runId));
  }

  /** A request that was cut off stays with what was expected of it: its provider may have charged it. */
  async meter<T>(ctx: Ctx, use: MediaUse & Partial<UsedInRun>, work: Parameters<Metered>[1]): Promise<T> {
    const id = use.id ?? crypto.randomUUID();
    const refused = await this.database.tx(ctx, (tx) => this.begin(tx, id, use));
    if (refused !== undefined) throw new MediaError(refused, 'over_budget');
    const total = { images: 0, seconds: 0 };
    const used = ({ images = 0, seconds = 0 }: Partial<MediaAmount>) => {
      total.images += images;
      total.seconds += seconds;
    };
    const settle = () =>
      this.database.tx(ctx, async (tx) => {
        await this.rows.settle(tx, id, total);
        await this.purse.settlePieces(tx, id, costOfUse(use, total) ?? 0);
      });
    try {
      const value = (await work(used)) as T;
      await settle();
      return value;
    } catch (error) {
      if (total.images + total.seconds > 0) await settle();
      else if (error instanceof MediaError) await this.takeBack(ctx, id);
      throw error;
    }
  }

  /** Nothing was made, so nothing is charged. */
  async takeBack(ctx: Ctx, id: string): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      await this.rows.takeBack(tx, id);
      await this.purse.releasePieces(tx, id);
    });
  }

  /** Returns a sentence if an allowance does not suffice. */
  private async begin(tx: Ctx, id: string, use: MediaUse & Partial<UsedInRun>): Promise<string | undefined> {
    const { task, model, expected, runId = null, zofileId = null } = use;
    const nano = costOfUse(use, expected);
    if (nano !== undefined) {
      // Models for media are always the user's own.
      const spender = { userId: tx.userId, payerId: tx.userId, zofileId };
      const refused = await this.purse.reservePieces(tx, { ...spender, id, runId, task, model, nano });
      if (refused !== undefined) return refused;
    }
    await this.rows.begin(tx, { id, runId, task, model, ...expected });
    return undefined;
  }
}

const UNITS: Record<MediaTask, (amount: MediaAmount) => number> = {
  image: ({ images }) => images,
  video: ({ seconds }) => (seconds > 0 ? 1 : 0),
  transcription: ({ seconds }) => seconds / 60,
};

/** Billionths of a dollar; undefined without a price. */
const costOfUse = ({ task, price }: MediaUse, amount: MediaAmount): number | undefined =>
  price === null ? undefined : costOfUnits(price, UNITS[task](amount));
