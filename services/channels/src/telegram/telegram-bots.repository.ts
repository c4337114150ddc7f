import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf, valuesOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { TelegramBot } from './telegram-bot.entity.js';

export type HeldBot = Pick<TelegramBot, 'userId' | 'botId' | 'sealed' | 'nextUpdate'>;

@Injectable()
export class TelegramBotsRepository {
  /** The one of the installation. */
  async current(tx: EntityManager): Promise<TelegramBot | undefined> {
    return (await tx.find(TelegramBot, { take: 1 }))[0];
  }

  /** Another bot counts its updates from the beginning. */
  async put(ctx: Ctx, bot: Pick<TelegramBot, 'botId' | 'username' | 'sealed'>): Promise<void> {
    const before = await repositoryOf(ctx, TelegramBot).findOneBy({ userId: ctx.userId });
    const isSame = before?.botId === bot.botId;
    const fresh = { error: null, leaseOwner: null, leaseUntil: null, updatedAt: new Date() };
    const row = { userId: ctx.userId, ...bot, ...fresh, ...(!isSame && { nextUpdate: '0' }) };
    await repositoryOf(ctx, TelegramBot).upsert(valuesOf<TelegramBot>(row), ['userId']);
  }

  async remove(ctx: Ctx): Promise<void> {
    await repositoryOf(ctx, TelegramBot).delete({ userId: ctx.userId });
  }

  /** Takes the bot, or keeps it; undefined if there is none, or another process has it. */
  async hold(tx: EntityManager, owner: string, ms: number): Promise<HeldBot | undefined> {
    const rows = await rowsOf<HeldBot>(
      tx,
      `update telegram_bots set lease_owner = $1, lease_until = now() + make_interval(secs => $2)
       where lease_owner = $1 or lease_until is null or lease_until < now()
       returning user_id as "userId", bot_id as "botId", sealed, next_update::text as "nextUpdate"`,
      [owner, ms / 1000],
    );
    return rows[0];
  }

  /** Confirms updates in the transaction that takes them in. False if another process has the bot meanwhile. */
  async confirm(
    tx: EntityManager,
    { owner, bot, next }: { owner: string; bot: HeldBot; next: string },
  ): Promise<boolean> {
    const rows = await rowsOf(
      tx,
      `update telegram_bots set next_update = $4, error = null
       where user_id = $1 and bot_id = $2 and lease_owner = $3 and next_update = $5 returning user_id`,
      [bot.userId, bot.botId, owner, next, bot.nextUpdate],
    );
    return rows.length === 1;
  }

  async setError(tx: EntityManager, owner: string, error: string): Promise<void> {
    await rowsOf(tx, 'update telegram_bots set error = $2 where lease_owner = $1', [owner, error]);
  }

  async release(tx: EntityManager, owner: string): Promise<void> {
    await rowsOf(tx, 'update telegram_bots set lease_owner = null, lease_until = null where lease_owner = $1', [owner]);
  }
}
