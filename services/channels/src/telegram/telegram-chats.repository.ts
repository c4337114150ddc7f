import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf, valuesOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { TelegramChat } from './telegram-chat.entity.js';

@Injectable()
export class TelegramChatsRepository {
  own(ctx: Ctx): Promise<TelegramChat | null> {
    return repositoryOf(ctx, TelegramChat).findOneBy({ userId: ctx.userId });
  }

  /** A chat that is paired stays so until another is. */
  async setCode(ctx: Ctx, { codeHash, codeUntil }: { codeHash: Buffer; codeUntil: Date }): Promise<void> {
    const row = { userId: ctx.userId, codeHash, codeUntil };
    await repositoryOf(ctx, TelegramChat).upsert(valuesOf<TelegramChat>(row), ['userId']);
  }

  async remove(ctx: Ctx): Promise<boolean> {
    return (await repositoryOf(ctx, TelegramChat).delete({ userId: ctx.userId })).affected === 1;
  }

  /** Of whichever user. */
  async userOf(tx: EntityManager, chatId: string): Promise<string | undefined> {
    return (await tx.findOneBy(TelegramChat, { chatId }))?.userId;
  }

  /**
   * Gives the chat to whoever was shown this code. A chat of somebody else stays theirs, and the code stays good: a
   * link that one is sent must not lead what one writes to its sender.
   */
  async pair(
    tx: EntityManager,
    { codeHash, chatId, name }: { codeHash: Buffer; chatId: string; name: string },
  ): Promise<{ userId: string } | 'taken' | undefined> {
    const [row] = await rowsOf<{ userId: string }>(
      tx,
      'select user_id as "userId" from telegram_chats where code_hash = $1 and code_until > now() for update',
      [codeHash],
    );
    if (!row) return undefined;
    const others = 'select user_id from telegram_chats where chat_id = $1 and user_id <> $2 for update';
    if ((await rowsOf(tx, others, [chatId, row.userId])).length > 0) return 'taken';
    await rowsOf(
      tx,
      `update telegram_chats set chat_id = $1, name = $2, paired_at = now(), code_hash = null, code_until = null
       where user_id = $3`,
      [chatId, name, row.userId],
    );
    return row;
  }
}
