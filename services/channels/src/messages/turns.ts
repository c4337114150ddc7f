/**
 * Messages of one sender go to chat one after the other, so that those that were sent together share a chat. Mails are
 * in threads of their own.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { Clock } from './clock.js';
import type { Message } from './message.entity.js';
import { MessagesRepository } from './messages.repository.js';

/** A message so long after the last one begins a new chat. */
const THREAD_MS = 12 * 3_600_000;
/** Those behind a message that chat says nothing about go on after so long. */
const MAX_TURN_MS = 10 * 60_000;

@Injectable()
export class Turns {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly clock: Clock,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  /**
   * The chat that a message goes on with. It is known once the run of the message before it has begun.
   * @returns undefined if it is not the turn of this message yet; it waits then
   */
  async take(tx: Ctx, message: Message): Promise<Pick<Message, 'conversationId'> | undefined> {
    if (message.channel === 'email') return { conversationId: message.conversationId };
    const since = new Date(message.createdAt.getTime() - THREAD_MS);
    const now = this.clock.now();
    const before = await this.messages.lockBefore(tx, message, { since, given: new Date(now - MAX_TURN_MS) });
    if (!before) return { conversationId: await this.messages.lastConversation(tx, { ...message, since }) };
    const nextAt = new Date(now + this.config.ZO_MESSAGE_POSTPONE_MS);
    // This was no attempt to deliver it.
    const to = { nextAt, followsId: before, attempts: message.attempts - 1 };
    await this.messages.move(tx, message.id, { from: ['arrived'], to });
    return undefined;
  }

  /** Called in the transaction that notes what became of a message. @returns whether another one is due */
  pass(tx: Ctx, id: string): Promise<boolean> {
    return this.messages.wakeFollowers(tx, id, new Date(this.clock.now()));
  }
}
