/** The bot that the owner made, and the chats that users pair with it. */
import { createHash, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner, requirePerson } from '@zo/auth';
import { Database } from '@zo/db';
import { ApprovalLinksRepository } from '../approvals/approval-links.repository.js';
import { channelErrors } from '../errors.js';
import { Secrets } from '../mail/secrets.js';
import { BotApi, BotApiError } from './bot-api.js';
import type { TelegramChat } from './telegram-chat.entity.js';
import { TelegramBotsRepository } from './telegram-bots.repository.js';
import { TelegramChatsRepository } from './telegram-chats.repository.js';

const PURPOSE = 'telegram-bot';
export const CODE_MS = 10 * 60_000;
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 10;

@Injectable()
export class TelegramBots {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly bots: TelegramBotsRepository,
    private readonly chats: TelegramChatsRepository,
    private readonly links: ApprovalLinksRepository,
    private readonly secrets: Secrets,
    private readonly api: BotApi,
  ) {}

  /** Undefined: the owner has entered none. */
  async current() {
    const bot = await this.database.acrossTenants((tx) => this.bots.current(tx));
    return bot && { username: bot.username, error: bot.error, token: this.tokenOf(bot) };
  }

  tokenOf({ userId, sealed }: { userId: string; sealed: Buffer }): string {
    return this.secrets.open(sealed, { userId, purpose: PURPOSE });
  }

  /** Tried before it is kept. @throws channels.bad_bot */
  async set(ctx: Ctx, token: string): Promise<void> {
    requireOwner(ctx);
    requirePerson(ctx);
    try {
      const { id, username } = await this.api.me(token);
      await this.api.endWebhook(token);
      const sealed = this.secrets.seal(token, { userId: ctx.userId, purpose: PURPOSE });
      await this.database.tx(ctx, async (tx) => {
        await this.bots.put(tx, { botId: String(id), username, sealed });
        audit(tx, 'telegram_bot.set', { target: ctx.userId });
      });
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      const isRefused = error.status === 401 || error.status === 404;
      throw channelErrors.badBot({ why: isRefused ? 'It knows no bot with this token.' : error.message });
    }
  }

  async remove(ctx: Ctx): Promise<void> {
    requireOwner(ctx);
    requirePerson(ctx);
    await this.database.tx(ctx, async (tx) => {
      await this.bots.remove(tx);
      audit(tx, 'telegram_bot.removed', { target: ctx.userId });
    });
  }

  /** The paired chat of the user, or what waits to be paired. */
  chatOf(ctx: Ctx): Promise<TelegramChat | null> {
    return this.database.read(ctx, (tx) => this.chats.own(tx));
  }

  /** A code that the user sends to the bot. @throws channels.no_bot */
  async begin(ctx: Ctx): Promise<{ code: string; username: string }> {
    requirePerson(ctx);
    const bot = await this.current();
    if (!bot) throw channelErrors.noBot();
    const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    const codeUntil = new Date(Date.now() + CODE_MS);
    await this.database.tx(ctx, (tx) => this.chats.setCode(tx, { codeHash: hashOf(code), codeUntil }));
    return { code, username: bot.username };
  }

  /** In the settings, or by /stop. Links that were sent there count no more. */
  async unpair(ctx: Ctx): Promise<boolean> {
    return this.database.tx(ctx, async (tx) => {
      const isGone = await this.chats.remove(tx);
      await this.links.revoke(tx, 'telegram');
      if (isGone) audit(tx, 'telegram.unpaired', { target: ctx.userId });
      return isGone;
    });
  }
}

export const hashOf = (code: string): Buffer => createHash('sha256').update(code.toUpperCase()).digest();
