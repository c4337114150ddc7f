/** Messages that leave by the bot, in pieces. Telegram has no key that makes one leave once, so each piece is noted. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import type { Semaphore } from '@zo/rpc';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import type { Message } from '../messages/message.entity.js';
import { MessagesRepository } from '../messages/messages.repository.js';
import { UNKNOWN_OUTCOME } from '../sms/twilio.js';
import { BotApi, BotApiError } from './bot-api.js';
import { htmlOf, MAX_PIECE, piecesOf } from './pieces.js';
import { TelegramBots } from './telegram-bots.service.js';

const UNPAIRED = 'The Telegram chat was ended, or another was paired.';
const BLOCKED = 'You have blocked the bot in Telegram. Start it again there.';

export type SentByBot =
  | { readonly to: 'sent' | 'kept' | 'elsewhere' }
  | { readonly to: 'failed' | 'later'; readonly why: string; readonly afterMs?: number };

@Injectable()
export class TelegramOut {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly bots: TelegramBots,
    private readonly api: BotApi,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  async send(ctx: Ctx, message: Message): Promise<SentByBot> {
    const bot = await this.bots.current();
    if (!bot) return { to: 'kept' };
    const chat = await this.bots.chatOf(ctx);
    if (chat?.chatId !== message.peer) return { to: 'failed', why: UNPAIRED };
    const pieces = piecesOf(message.body);
    for (let piece = message.piecesSent; piece < pieces.length; piece++) {
      // A process died while it sent this one, and nobody knows whether it left.
      if (piece < message.piecesBegun) return { to: 'failed', why: UNKNOWN_OUTCOME };
      if (!(await this.note(ctx, message, { piece, what: 'begun' }))) return { to: 'elsewhere' };
      const buttons = piece === pieces.length - 1 ? (message.buttons ?? undefined) : undefined;
      const failure = await this.sendPiece(bot.token, { message, text: pieces[piece]!, buttons });
      if (failure) {
        if (failure.why !== UNKNOWN_OUTCOME) await this.note(ctx, message, { piece, what: 'refused' });
        return failure;
      }
      await this.note(ctx, message, { piece, what: 'sent' });
    }
    return { to: 'sent' };
  }

  /**
   * What came with a message, one file after the other: an album may have 400 MB. Each has a slot until the next one is
   * asked for. What is said of files that are gone is added to `notes`.
   */
  async *filesOf(message: Message, { slots, notes }: { slots: Semaphore; notes: string[] }) {
    const bot = message.attachments.length > 0 ? await this.bots.current() : undefined;
    for (const { id, name } of message.attachments) {
      const release = await slots.take();
      try {
        const content = await this.contentOf(bot?.token, id);
        if (content) yield { name, type: 'application/octet-stream', bytes: content.length, content };
        else notes.push(`(${name} is missing: Telegram does not give it any more.)`);
      } finally {
        release();
      }
    }
  }

  /** Undefined when it is gone. */
  private async contentOf(token: string | undefined, id: string): Promise<Buffer | undefined> {
    try {
      return token === undefined ? undefined : await this.api.file(token, id);
    } catch (error) {
      const isGone = error instanceof BotApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (!isGone) throw error;
      return undefined;
    }
  }

  private note(ctx: Ctx, { id }: Message, { piece, what }: { piece: number; what: 'begun' | 'sent' | 'refused' }) {
    const until = new Date(Date.now() + this.config.ZO_MESSAGE_LEASE_MS);
    return this.database.tx(ctx, (tx) => this.messages.notePiece(tx, id, { piece, what, until }));
  }

  private async sendPiece(
    token: string,
    { message, text, buttons }: { message: Message; text: string; buttons?: Message['buttons'] },
  ): Promise<Extract<SentByBot, { why: string }> | undefined> {
    const letter = { chatId: message.peer, ...(buttons && { buttons }) };
    // What has buttons shows arguments as they are.
    const html = message.buttons ? undefined : htmlOf(text, this.config.ZO_PUBLIC_URL);
    try {
      try {
        await this.api.send(token, { ...letter, text: html ?? text, isHtml: html !== undefined });
      } catch (error) {
        const isRefused = error instanceof BotApiError && error.status === 400 && html !== undefined;
        if (!isRefused) throw error;
        await this.api.send(token, { ...letter, text: text.slice(0, MAX_PIECE), isHtml: false });
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      return failureOf(error);
    }
  }
}

function failureOf({ status, message, more }: BotApiError): Extract<SentByBot, { why: string }> {
  if (more.isUnknown) return { to: 'failed', why: UNKNOWN_OUTCOME };
  if (status === 403) return { to: 'failed', why: BLOCKED };
  // 401 and 404 are the token, which the owner may enter again.
  const isLater = [0, 401, 404, 409, 429].includes(status) || status >= 500;
  const afterMs = more.retryAfterMs;
  return { to: isLater ? 'later' : 'failed', why: message, ...(afterMs !== undefined && { afterMs }) };
}
