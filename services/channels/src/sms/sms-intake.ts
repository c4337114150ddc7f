/** Takes text messages in, each once, of phones that their users have proven. */
import { Inject, Injectable } from '@nestjs/common';
import { systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { logger } from '@zo/observability';
import { Clock } from '../messages/clock.js';
import { MessagesRepository } from '../messages/messages.repository.js';
import { Postman } from '../messages/postman.js';
import { PhonesService } from './phones.service.js';

const MAX_TEXT = 10_000;
export const MAX_AN_HOUR = 60;
const HOUR_MS = 3_600_000;
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
    private readonly clock: Clock,
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
    const now = new Date(this.clock.now());
    const isNew = await this.database.tx(ctx, (tx) =>
      this.messages.insert(tx, {
        id,
        eventId: `sms:${providerId}`,
        channel: 'sms',
        direction: 'in',
        state: 'arrived',
        peer: from,
        body: text.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_TEXT),
        providerId,
        createdAt: now,
        nextAt: now,
      }),
    );
    if (!isNew) return;
    this.postman.wake();
    this.live.publish(userId, { type: 'message', payload: { id } });
  }
}
