/** Tells users that mail of strangers is dropped, because too much of it waits for them. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { logger } from '@zo/observability';
import { Outgoing } from '../messages/outgoing.js';
import { DevicesService } from '../push/devices.service.js';

const DAY_MS = 86_400_000;
const TAG = 'held-full';
const SUBJECT = 'Mail of senders that are not on your list is not kept any more';
const log = logger('channels:inbound');

@Injectable()
export class FullNotice {
  constructor(
    private readonly outgoing: Outgoing,
    private readonly devices: DevicesService,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** Once a day, however much is dropped. */
  async tell(ctx: Ctx, held: number): Promise<void> {
    try {
      const { value } = await this.cache.increment(`${TAG}:${ctx.userId}`, DAY_MS, { aloneIfAway: true });
      if (value > 1) return;
      await this.outgoing.mail(ctx, {
        key: `${TAG}:${new Date().toISOString().slice(0, 10)}`,
        subject: SUBJECT,
        body:
          `${held} messages wait under Settings, Outbox, Held. Until you let some of them in or delete them, mail of ` +
          'other senders that are not on your list is dropped. Mail of senders on your list still arrives.',
        conversationId: null,
        isAutomatic: true,
      });
      const text = `${held} messages wait for you. Let some in or delete them.`;
      this.devices.tell(ctx, { title: SUBJECT, text, url: '/settings/outbox', tag: TAG });
    } catch (error) {
      log.warn({ error, userId: ctx.userId }, 'a user could not be told that mail is dropped');
    }
  }
}
