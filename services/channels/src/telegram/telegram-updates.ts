/** Takes updates of the bot in: what paired users write becomes messages; everybody else gets no answer. */
import { Inject, Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { logger } from '@zo/observability';
import { ApprovalLinksRepository } from '../approvals/approval-links.repository.js';
import { Clock } from '../messages/clock.js';
import { MessagesRepository } from '../messages/messages.repository.js';
import { joined, type Part, partOf } from './parts.js';
import { hashOf } from './telegram-bots.service.js';
import { TelegramChatsRepository } from './telegram-chats.repository.js';
import { storable, type TelegramMessage, type Update } from './update.js';

const HOUR_MS = 3_600_000;
export const MAX_AN_HOUR = 120;
/** Codes that one chat may try in an hour. */
export const MAX_GUESSES = 5;
const START = /^\/start(?:@\w+)?(?:\s+(\S{1,64}))?\s*$/i;
const STOP = /^\/stop(?:@\w+)?\s*$/i;
const log = logger('channels:telegram');

const SAYINGS = {
  taken: 'This chat is paired with another account. Send /stop to end that, and then the code again.',
  known: 'This chat is paired with Zo already. Write what you want to know, or send /stop to end it.',
  stopped: 'Stopped. Zo writes nothing here any more. Pair again in Settings › Channels.',
  nothing: 'Zo reads text, pictures and files of up to 20 MB here. This was neither.',
  tooMany: 'That were too many messages for one hour. Zo did not read this one; write again later.',
} as const;

type Tx = NonNullable<Ctx['tx']>;

export interface Taken {
  /** What is said to whom, in order. `paired`: the chat belongs to this user from now on. */
  readonly replies: { readonly chatId: string; readonly text: string | { readonly paired: string } }[];
  readonly arrived: { readonly userId: string; readonly id: string }[];
  /** Users whose chat ended. */
  readonly stopped: string[];
}

interface Arriving {
  readonly key: string;
  readonly updateId: number;
  readonly message: TelegramMessage;
}

@Injectable()
export class TelegramUpdates {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly messages: MessagesRepository,
    private readonly chats: TelegramChatsRepository,
    private readonly links: ApprovalLinksRepository,
    private readonly clock: Clock,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** In the transaction that confirms them. */
  async takeIn(tx: Tx, botId: string, updates: readonly Update[]): Promise<Taken> {
    const taken: Taken = { replies: [], arrived: [], stopped: [] };
    for (const { update_id: updateId, message } of updates)
      if (message) await this.one(tx, { key: `telegram:${botId}:${updateId}`, updateId, message }, taken);
    return taken;
  }

  private async one(tx: Tx, arriving: Arriving, taken: Taken): Promise<void> {
    const { from, chat, text = '' } = arriving.message;
    // Groups and channels are nobody's own.
    if (chat.type !== 'private' || from?.id !== chat.id || from.is_bot) return;
    const chatId = String(chat.id);
    const say = (what: keyof typeof SAYINGS) => void taken.replies.push({ chatId, text: SAYINGS[what] });
    const [isStart, code] = START.exec(text) ?? [];
    const paired = code && (await this.pair(tx, code, arriving.message));
    if (paired === 'taken') return say('taken');
    if (paired) return void taken.replies.push({ chatId, text: { paired: paired.userId } });
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
    const part = partOf(arriving.message, this.clock.now());
    if (part.body === '' && part.attachments.length === 0) return say('nothing');
    const id = (await this.join(ctx, arriving, part)) ?? (await this.begin(ctx, arriving, part));
    if (id === 'too many') return say('tooMany');
    if (id !== undefined) taken.arrived.push({ userId, id });
  }

  /** @returns the message that this is a part of */
  private async join(ctx: Ctx, { message }: Arriving, part: Part): Promise<string | undefined> {
    const last = await this.messages.lastFrom(ctx, { channel: 'telegram', peer: String(message.chat.id) });
    const to = last && joined(last, part, { message, now: this.clock.now() });
    return to && (await this.messages.extend(ctx, last.id, to)) ? last.id : undefined;
  }

  private async pair(tx: Tx, code: string, { chat, from }: TelegramMessage) {
    const { value } = await this.cache.increment(`telegram-codes:${chat.id}`, HOUR_MS, { aloneIfAway: true });
    if (value > MAX_GUESSES) return undefined;
    const name = storable(from?.username ? `@${from.username}` : (from?.first_name ?? '')).slice(0, 100);
    return this.chats.pair(tx, { codeHash: hashOf(code), chatId: String(chat.id), name });
  }

  /** Undefined if it is there already, or dropped without a word. */
  private async begin(ctx: Ctx, { key, updateId, message }: Arriving, part: Part): Promise<string | undefined> {
    const { value } = await this.cache.increment(`telegram-in:${ctx.userId}`, HOUR_MS, { aloneIfAway: true });
    if (value > MAX_AN_HOUR) {
      log.warn({ userId: ctx.userId }, 'a message was dropped, because there were too many');
      return value === MAX_AN_HOUR + 1 ? 'too many' : undefined;
    }
    const id = crypto.randomUUID();
    const isNew = await this.messages.insert(ctx, {
      id,
      eventId: key,
      channel: 'telegram',
      direction: 'in',
      state: 'arrived',
      peer: String(message.chat.id),
      updateId: String(updateId),
      createdAt: new Date(this.clock.now()),
      ...part,
    });
    return isNew ? id : undefined;
  }
}
