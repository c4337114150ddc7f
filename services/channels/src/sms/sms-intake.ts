/** Takes text messages in, each once, of phones that their users have proven. */
import { Inject, Injectable } from '@nestjs/common';
import { systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { logger } from '@zo/observability';
import { MessagesRepository } from '../messages/messages.repository.js';
import { Postman } from '../messages/postman.js';
import { PhonesService } from './phones.service.js';

const MAX_TEXT = 10_000;
export const MAX_AN_HOUR = 60;
const HOUR_MS = 3_600_000;
/** A message so long after the last one begins a new chat. */
const THREAD_MS = 12 * HOUR_MS;
const STOP = /^\s*(stop|stopall|unsubscribe|cancel|end|quit)\s*$/i;
const START = /^\s*(start|unstop)\s*$/i;
const log = logger('channels:sms');

export interface ArrivingText {
  readonly from: string;
  readonly text: string;
  /** Of the provider. */
  readonly id: string;
}

@Injectable()
export class SmsIntake {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly phones: PhonesService,
    private readonly postman: Postman,
    private readonly live: LivePublisher<'channels'>,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** Says nothing to anybody unknown. */
  async receive({ from, text, id: providerId }: ArrivingText): Promise<void> {
    const userId = await this.phones.userOf(from);
    if (!userId) return;
    const ctx = systemCtx(userId);
    if (STOP.test(text) || START.test(text)) return this.phones.stop(ctx, STOP.test(text));
    const { value } = await this.cache.increment(`sms-in:${userId}`, HOUR_MS);
    if (value > MAX_AN_HOUR) return log.warn({ userId }, 'a text message was dropped, because there were too many');
    const id = crypto.randomUUID();
    const isNew = await this.database.tx(ctx, async (tx) => {
      const since = new Date(Date.now() - THREAD_MS);
      const conversationId = await this.messages.lastConversation(tx, { channel: 'sms', peer: from, since });
      return this.messages.insert(tx, {
        id,
        eventId: `sms:${providerId}`,
        channel: 'sms',
        direction: 'in',
        state: 'arrived',
        peer: from,
        body: text.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_TEXT),
        providerId,
        conversationId,
        nextAt: new Date(),
      });
    });
    if (!isNew) return;
    this.postman.wake();
    this.live.publish(userId, { type: 'message', payload: { id } });
  }
}
