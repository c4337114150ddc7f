import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requirePerson } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { ApprovalLinksRepository } from '../approvals/approval-links.repository.js';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { channelErrors } from '../errors.js';
import type { Phone } from './phone.entity.js';
import { PhonesRepository } from './phones.repository.js';
import { Twilio } from './twilio.js';

const CODE_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** Codes that are sent in an hour, for one user and to one number. */
export const MAX_CODES = 3;
/** Guesses of one code. */
export const MAX_TRIES = 5;

@Injectable()
export class PhonesService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly phones: PhonesRepository,
    private readonly twilio: Twilio,
    private readonly links: ApprovalLinksRepository,
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  own(ctx: Ctx): Promise<Phone | null> {
    return this.database.read(ctx, (tx) => this.phones.own(tx));
  }

  /**
   * Sends a code there; a number that is proven stays until the new one is.
   * @throws channels.no_text_provider, channels.too_many, channels.not_texted
   */
  async start(ctx: Ctx, number: string): Promise<void> {
    requirePerson(ctx);
    if (!this.twilio.number) throw channelErrors.noTextProvider();
    for (const counter of [`phone-code:${ctx.userId}`, `phone-code-to:${number}`]) {
      const { value, resetsInMs } = await this.cache.increment(counter, HOUR_MS);
      if (value > MAX_CODES) throw channelErrors.tooMany({ minutes: Math.ceil(resetsInMs / 60_000) });
    }
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const codeUntil = new Date(Date.now() + CODE_MS);
    const sent = await this.twilio.send(number, `${code} is your code for ${this.config.ZO_PRODUCT_NAME}.`);
    // The number and code from before stay: nobody could type one that was not sent.
    if (sent.to !== 'sent') throw channelErrors.notTexted({ why: sent.why });
    await this.database.tx(ctx, (tx) => this.phones.start(tx, { number, codeHash: hashOf(code), codeUntil }));
  }

  /** @throws channels.wrong_code */
  async prove(ctx: Ctx, code: string): Promise<void> {
    requirePerson(ctx);
    // The guess is counted, and stays so, before it is compared.
    const phone = await this.database.tx(ctx, async (tx) => {
      const found = await this.phones.lock(tx);
      if (found) await this.phones.change(tx, { tries: found.tries + 1 });
      return found;
    });
    if (!phone?.codeHash || !phone.codeUntil || phone.codeUntil.getTime() < Date.now()) throw channelErrors.wrongCode();
    if (phone.tries >= MAX_TRIES || !timingSafeEqual(phone.codeHash, hashOf(code))) throw channelErrors.wrongCode();
    const proven = { number: phone.newNumber ?? phone.number, userId: ctx.userId, codeHash: phone.codeHash };
    await this.database.acrossTenants(async (tx) => {
      if (!(await this.phones.take(tx, proven))) throw channelErrors.wrongCode();
    });
    await this.database.tx(ctx, async (tx) => {
      // What was sent to the number from before counts no more.
      await this.links.revoke(tx, 'sms');
      audit(tx, 'phone.proven', { target: ctx.userId });
    });
  }

  async remove(ctx: Ctx): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      await this.phones.remove(tx);
      await this.links.revoke(tx, 'sms');
      audit(tx, 'phone.removed', { target: ctx.userId });
    });
  }

  /** Whose number it is; undefined: nobody has proven it. */
  userOf(number: string): Promise<string | undefined> {
    return this.database.acrossTenants((tx) => this.phones.byNumber(tx, number));
  }

  /** The holder of the phone wants no messages any more, or wants them again. */
  async stop(ctx: Ctx, isStopped: boolean): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      await this.phones.change(tx, { stoppedAt: isStopped ? new Date() : null });
      if (isStopped) await this.links.revoke(tx, 'sms');
    });
  }
}

const hashOf = (code: string) => createHash('sha256').update(code).digest();
