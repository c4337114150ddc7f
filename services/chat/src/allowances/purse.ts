/** Reserves what a request may cost, before it is sent, and settles what it did cost. Exact for two at once. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database, seeAllTenants } from '@zo/db';
import type { SpendingRow } from './allowance.entity.js';
import { AllowancesRepository, type NewSpending, type Spender } from './allowances.repository.js';
import { fit, fitPiece } from './fit.js';
import { costOf, type Price, type Tokens } from './price.js';

/** Longest answer of a step that is limited. */
const MAX_OUTPUT_TOKENS = 16_384;
/** Estimates of the input may be too low. */
const INPUT_MARGIN = 1.25;
/** Longer than a request may take; what died before is counted by what was sent. */
const RESERVED_MS = 60 * 60_000;
const inAnHour = () => new Date(Date.now() + RESERVED_MS);

export interface Purchase extends Spender {
  readonly runId: string | null;
  readonly task: string;
  readonly model: string;
  readonly price: Price | undefined;
}

/** A request that is limited. */
export interface Order extends Purchase {
  /** Estimated tokens of the request. */
  readonly input: number;
  /** Tokens that the model may think beside its answer. */
  readonly thinking: number;
}

/** Images, videos and sound: paid by the piece, so that their cost is known before. */
export interface PieceOrder extends Omit<Purchase, 'price'> {
  readonly id: string;
  readonly nano: number;
}

export interface Held {
  readonly id: string;
  readonly maxOutputTokens: number;
}

@Injectable()
export class Purse {
  constructor(
    private readonly database: Database,
    private readonly rows: AllowancesRepository,
  ) {}

  /** Whether any allowance binds this spender. */
  isLimited(ctx: Ctx, spender: Omit<Spender, 'userId'>): Promise<boolean> {
    return this.database.readAtOnce(ctx, async ({ tx, userId }) => {
      // Allowances belong to who pays.
      const [, isLimited] = await Promise.all([seeAllTenants(tx), this.rows.isLimited(tx, { ...spender, userId })]);
      return isLimited;
    });
  }

  reserve(order: Order): Promise<Held | { readonly refused: string }> {
    const { userId, price, thinking } = order;
    const input = Math.ceil(order.input * INPUT_MARGIN);
    const wanted = { userId, price, input, output: MAX_OUTPUT_TOKENS + thinking };
    return this.database.acrossTenants(async (tx) => {
      const output = fit(await this.rows.lockedFor(tx, order), wanted, new Date());
      if (typeof output === 'string') return { refused: output };
      const id = crypto.randomUUID();
      const floor = { input: order.input, output: 0 };
      const reserved = { ...amountOf(price, { input, output }), reservedUntil: inAnHour() };
      const floors = { floorNano: costOf(price, floor), floorTokens: floor.input };
      await this.rows.insert(tx, rowOf(order, { id, ...reserved, ...floors }));
      return { id, maxOutputTokens: Math.max(output - thinking, 1) };
    });
  }

  async settle(ctx: Ctx, id: string, { price, used }: { price: Price | undefined; used: Tokens }): Promise<void> {
    await this.database.tx(ctx, ({ tx }) => this.rows.settle(tx, id, amountOf(price, used)));
  }

  async release(ctx: Ctx, id: string): Promise<void> {
    await this.database.tx(ctx, ({ tx }) => this.rows.release(tx, id));
  }

  /**
   * Reserves pieces in the transaction of `ctx`. All of it counts if their end is not known. Returns a sentence if they
   * do not fit.
   */
  async reservePieces({ tx }: Ctx, { id, nano, ...order }: PieceOrder): Promise<string | undefined> {
    const refused = fitPiece(await this.rows.lockedFor(tx!, order), { userId: order.userId, nano }, new Date());
    if (refused !== undefined) return refused;
    const amount = { nano, tokens: 0, floorNano: nano, floorTokens: 0 };
    await this.rows.insert(tx!, { ...order, id, isPriced: true, ...amount, reservedUntil: inAnHour() });
    return undefined;
  }

  /** @param nano What the pieces that came did cost. */
  async settlePieces({ tx }: Ctx, id: string, nano: number): Promise<void> {
    await this.rows.settle(tx!, id, { nano, tokens: 0 });
  }

  /** Nothing came. */
  async releasePieces({ tx }: Ctx, id: string): Promise<void> {
    await this.rows.release(tx!, id);
  }

  /** Records a request that nothing limited. */
  async record(ctx: Ctx, purchase: Purchase, used: Tokens): Promise<void> {
    const amount = amountOf(purchase.price, used);
    const amounts = { ...amount, floorNano: amount.nano, floorTokens: amount.tokens, reservedUntil: null };
    await this.database.tx(ctx, async (tx) =>
      this.rows.insertAtCommit(tx, rowOf(purchase, { id: crypto.randomUUID(), ...amounts })),
    );
  }

  /** What a run and its parts have cost so far, in billionths of a dollar; null if a price is not known. */
  costOf({ tx }: Ctx, runId: string): Promise<number | null> {
    return this.rows.costOf(tx!, runId);
  }

  /** Closes what a worker that died has reserved for a run: what it has sent counts. */
  async closeOf(ctx: Ctx, runId: string): Promise<void> {
    await this.database.tx(ctx, ({ tx }) => this.rows.closeOf(tx, runId));
  }
}

const rowOf = (
  { userId, payerId, zofileId, runId, task, model, price }: Purchase,
  amount: Omit<SpendingRow, keyof Purchase | 'isPriced' | 'createdAt'>,
): NewSpending => ({ userId, payerId, zofileId, runId, task, model, isPriced: price !== undefined, ...amount });

const amountOf = (price: Price | undefined, used: Tokens) => ({
  nano: costOf(price, used),
  tokens: used.input + used.output,
});
