/** Telegram's Bot API: plain calls. What it answers is checked, and its errors say whether to try again. */
import { Inject, Injectable } from '@nestjs/common';
import { outboundFetch } from '@zo/outbound';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import type { Button } from '../messages/message.entity.js';
import { isConnectFailure } from '../sms/twilio.js';
import { botUser, update, type Update } from './update.js';

const DEFAULT_URL = 'https://api.telegram.org';
const TIMEOUT_MS = 20_000;
/** A long poll may take so much longer than it was asked to. */
const POLL_MARGIN_MS = 15_000;
const MAX_ANSWER = 8 * 1024 * 1024;
/** Files that Telegram gives to bots. */
export const MAX_FILE = 20 * 1024 * 1024;
const NOT_REACHED = 'Telegram cannot be reached.';

const envelope = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().max(2_000).optional(),
  parameters: z.object({ retry_after: z.number().min(0).max(86_400).optional() }).optional(),
});
const filePath = z.object({ file_path: z.string().max(500) });

/** `status` 0: Telegram was not reached; `isUnknown`: it may have done it all the same. */
export class BotApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly more: { readonly retryAfterMs?: number; readonly isUnknown?: true } = {},
  ) {
    super(message);
    this.name = 'BotApiError';
  }
}

interface Limits {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface Letter {
  readonly chatId: string;
  readonly text: string;
  readonly isHtml: boolean;
  readonly buttons?: readonly (readonly Button[])[];
}

@Injectable()
export class BotApi {
  constructor(@Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig) {}

  async me(token: string) {
    return this.parsed(botUser, await this.call(token, 'getMe'));
  }

  /** While a webhook is set, nobody can poll. */
  async endWebhook(token: string): Promise<void> {
    await this.call(token, 'deleteWebhook', { drop_pending_updates: false });
  }

  /** Updates from `offset` on; those before are forgotten by Telegram. What is no update of ours is left out. */
  async updates(token: string, { offset, seconds, signal }: { offset: string; seconds: number; signal: AbortSignal }) {
    const given = await this.call(token, 'getUpdates', {
      offset: Number(offset),
      timeout: seconds,
      limit: 100,
      allowed_updates: ['message', 'callback_query'],
      timeoutMs: seconds * 1000 + POLL_MARGIN_MS,
      signal,
    });
    return this.parsed(z.array(z.unknown()).max(100), given).flatMap((each): Update[] => {
      const { data } = update.safeParse(each);
      return data ? [data] : [];
    });
  }

  async send(token: string, { chatId, text, isHtml, buttons }: Letter): Promise<void> {
    await this.call(token, 'sendMessage', {
      chat_id: chatId,
      text,
      link_preview_options: { is_disabled: true },
      ...(isHtml && { parse_mode: 'HTML' }),
      ...(buttons && { reply_markup: { inline_keyboard: buttons } }),
    });
  }

  /** Tells whoever pressed a button what became of it. */
  async answerButton(token: string, id: string, text: string): Promise<void> {
    await this.call(token, 'answerCallbackQuery', {
      callback_query_id: id,
      text: text.slice(0, 200),
      show_alert: true,
    });
  }

  async removeButtons(token: string, chatId: string, messageId: number): Promise<void> {
    await this.call(token, 'editMessageReplyMarkup', {
      chat_id: chatId,
      message_id: messageId,
      reply_markup: { inline_keyboard: [] },
    });
  }

  /** @throws BotApiError */
  async file(token: string, fileId: string): Promise<Buffer> {
    const { file_path: path } = this.parsed(filePath, await this.call(token, 'getFile', { file_id: fileId }));
    const names = path.split('/').map(encodeURIComponent).join('/');
    const url = `${this.base}/file/bot${token}/${names}`;
    try {
      const answer = await outboundFetch(url, { signal: AbortSignal.timeout(2 * 60_000) }, this.policy(MAX_FILE));
      if (!answer.ok || !answer.body) throw new BotApiError(`Telegram answered ${answer.status}.`, answer.status);
      return await buffer(Readable.fromWeb(answer.body as ReadableStream));
    } catch (error) {
      throw error instanceof BotApiError ? error : new BotApiError(NOT_REACHED, 0);
    }
  }

  private async call(
    token: string,
    method: string,
    { timeoutMs = TIMEOUT_MS, signal, ...params }: Record<string, unknown> & Limits = {},
  ): Promise<unknown> {
    const ends = AbortSignal.timeout(timeoutMs);
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
      signal: signal ? AbortSignal.any([signal, ends]) : ends,
    };
    let status: number;
    let text: string;
    try {
      const answer = await outboundFetch(`${this.base}/bot${token}/${method}`, request, this.policy(MAX_ANSWER));
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      // Without a connection nothing was done; after it, nobody knows.
      throw new BotApiError(NOT_REACHED, 0, isConnectFailure(error) ? {} : { isUnknown: true });
    }
    const { data } = envelope.safeParse(jsonIn(text));
    if (data?.ok) return data.result;
    const seconds = data?.parameters?.retry_after;
    const why = `Telegram answered ${status}. ${oneLine(data?.description ?? '')}`.trim();
    throw new BotApiError(why, status, seconds === undefined ? {} : { retryAfterMs: seconds * 1000 });
  }

  private parsed<T>(schema: z.ZodType<T>, given: unknown): T {
    const { data, success } = schema.safeParse(given);
    if (!success) throw new BotApiError('Telegram answered something else than its protocol says.', 502);
    return data;
  }

  private get base(): string {
    return this.config.ZO_TELEGRAM_URL ?? DEFAULT_URL;
  }

  /** An address of the administrator may be a server of their own network. */
  private policy(maxBytes: number) {
    return { allowPrivate: this.config.ZO_TELEGRAM_URL !== undefined, maxRedirects: 0, maxBytes };
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed();
