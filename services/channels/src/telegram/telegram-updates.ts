/** Takes updates of the bot in: what paired users write becomes messages; everybody else gets no answer. */
import { Inject, Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { logger } from '@zo/observability';
import { ApprovalLinksRepository } from '../approvals/approval-links.repository.js';
import type { Attached } from '../messages/message.entity.js';
import { MessagesRepository } from '../messages/messages.repository.js';
import { MAX_FILE } from './bot-api.js';
import { hashOf } from './telegram-bots.service.js';
import { TelegramChatsRepository } from './telegram-chats.repository.js';
import { filesOf, type TelegramMessage, type Update } from './update.js';

const HOUR_MS = 3_600_000;
/** A message so long after the last one begins a new chat. */
const THREAD_MS = 12 * HOUR_MS;
export const MAX_AN_HOUR = 120;
/** Codes that one chat may try in an hour. */
export const MAX_GUESSES = 5;
const MAX_TEXT = 20_000;
const START = /^\/start(?:@\w+)?(?:\s+(\S{1,64}))?\s*$/i;
const STOP = /^\/stop(?:@\w+)?\s*$/i;
const log = logger('channels:telegram');

const SAYINGS = {
  paired: 'Paired. What you write here becomes a chat with Zo. Send /stop to end it.',
  known: 'This chat is paired with Zo already. Write what you want to know, or send /stop to end it.',
  stopped: 'Stopped. Zo writes nothing here any more. Pair again in Settings › Channels.',
  nothing: 'Zo reads text, pictures and files of up to 20 MB here. This was neither.',
  tooMany: 'That were too many messages for one hour. Zo did not read this one; write again later.',
} as const;

type Tx = NonNullable<Ctx['tx']>;

export interface Taken {
  /** What is said to whom; `userId` of a chat that ended. */
  readonly replies: { readonly chatId: string; readonly text: string }[];
  readonly arrived: { readonly userId: string; readonly id: string }[];
  readonly stopped: string[];
}

interface Arriving {
  readonly key: string;
  readonly message: TelegramMessage;
  readonly files: Attached[];
}

@Injectable()
export class TelegramUpdates {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly messages: MessagesRepository,
    private readonly chats: TelegramChatsRepository,
    private readonly links: ApprovalLinksRepository,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** In the transaction that confirms them. */
  async takeIn(tx: Tx, botId: string, updates: readonly Update[]): Promise<Taken> {
    const taken: Taken = { replies: [], arrived: [], stopped: [] };
    for (const arriving of albums(botId, updates)) await this.one(tx, arriving, taken);
    return taken;
  }

  private async one(tx: Tx, arriving: Arriving, taken: Taken): Promise<void> {
    const { from, chat, text = '' } = arriving.message;
    // Groups and channels are nobody's own.
    if (chat.type !== 'private' || from?.id !== chat.id || from.is_bot) return;
    const chatId = String(chat.id);
    const say = (what: keyof typeof SAYINGS) => void taken.replies.push({ chatId, text: SAYINGS[what] });
    const [isStart, code] = START.exec(text) ?? [];
    if (code && (await this.pair(tx, code, arriving.message))) return say('paired');
    const userId = await this.chats.userOf(tx, chatId);
    if (!userId) return;
    const ctx: Ctx = { ...systemCtx(userId), tx };
    if (isStart) return say('known');
    if (STOP.test(text)) {
      await this.chats.remove(ctx);
      await this.links.revoke(ctx, 'telegram');
      taken.stopped.push(userId);
      return say('stopped');
    }
    const body = bodyOf(arriving);
    if (body === '' && arriving.files.length === 0) return say('nothing');
    const { value } = await this.cache.increment(`telegram-in:${userId}`, HOUR_MS, { aloneIfAway: true });
    if (value > MAX_AN_HOUR) {
      log.warn({ userId }, 'a message was dropped, because there were too many');
      return value === MAX_AN_HOUR + 1 ? say('tooMany') : undefined;
    }
    const id = crypto.randomUUID();
    if (await this.store(ctx, { id, chatId, body }, arriving)) taken.arrived.push({ userId, id });
  }

  private async pair(tx: Tx, code: string, { chat, from }: TelegramMessage): Promise<boolean> {
    const { value } = await this.cache.increment(`telegram-codes:${chat.id}`, HOUR_MS, { aloneIfAway: true });
    if (value > MAX_GUESSES) return false;
    const name = storable(from?.username ? `@${from.username}` : (from?.first_name ?? '')).slice(0, 100);
    const paired = await this.chats.pair(tx, { codeHash: hashOf(code), chatId: String(chat.id), name });
    return paired !== undefined;
  }

  private async store(
    ctx: Ctx,
    { id, chatId, body }: { id: string; chatId: string; body: string },
    { key, files }: Arriving,
  ): Promise<boolean> {
    const since = new Date(Date.now() - THREAD_MS);
    const conversationId = await this.messages.lastConversation(ctx, { channel: 'telegram', peer: chatId, since });
    return this.messages.insert(ctx, {
      id,
      eventId: key,
      channel: 'telegram',
      direction: 'in',
      state: 'arrived',
      peer: chatId,
      body,
      conversationId,
      attachments: files.filter(({ bytes }) => bytes <= MAX_FILE),
      nextAt: new Date(),
    });
  }
}

/** Pictures that were sent together are one message. */
function albums(botId: string, updates: readonly Update[]): Arriving[] {
  const all: Arriving[] = [];
  const byAlbum = new Map<string, Arriving>();
  for (const { update_id, message } of updates) {
    if (!message) continue;
    const files = filesOf(message);
    const album = message.media_group_id && `${message.chat.id} ${message.media_group_id}`;
    const first = album ? byAlbum.get(album) : undefined;
    if (first) {
      first.files.push(...files);
      continue;
    }
    const arriving = { key: `telegram:${botId}:${update_id}`, message, files };
    all.push(arriving);
    if (album) byAlbum.set(album, arriving);
  }
  return all;
}

function bodyOf({ message: { text, caption }, files }: Arriving): string {
  const tooLarge = files.filter(({ bytes }) => bytes > MAX_FILE);
  const notes = tooLarge.map(({ name }) => `(${name} is missing: Telegram gives bots files of at most 20 MB.)`);
  return storable([text ?? caption ?? '', ...notes].filter(Boolean).join('\n')).slice(0, MAX_TEXT);
}

const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '').trim();
