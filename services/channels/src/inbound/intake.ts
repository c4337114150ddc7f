/** Takes a mail in: checks, judges and stores it, once however often it is delivered. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { OBJECTS, type ObjectStore } from '@zo/objects';
import { logger } from '@zo/observability';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { oneLine } from '../mail/compose.js';
import { Secrets } from '../mail/secrets.js';
import { conversationIn } from '../mail/thread-id.js';
import type { Message } from '../messages/message.entity.js';
import { MessagesRepository } from '../messages/messages.repository.js';
import { Postman } from '../messages/postman.js';
import type { Person } from '../people/people.js';
import { SendersService } from '../senders/senders.service.js';
import { Authenticity, type Envelope, type Verdict, verdictFor } from './authenticity.js';
import { bouncedIn } from './bounce.js';
import { FullNotice } from './full-notice.js';
import { type Judged, judge } from './judge.js';
import type { ParsedMail } from './mail.js';
import { MailParser, UnreadableMailError } from './parser.js';
import { withoutQuote } from './quoted.js';

/** Held mail of one user; what comes after it is dropped, and the user is told. */
export const MAX_HELD = 200;
/** Messages of one chat that are answered in an hour: two machines that answer each other end here. */
export const MAX_IN_THREAD = 20;
const HOUR_MS = 3_600_000;
const MAX_BODY = 100_000;
const CUT = '\n\n(The rest of this mail is missing: it is too long.)';
const log = logger('channels:inbound');

/** The mail cannot be judged now; its sender tries again. */
export class TryAgainError extends Error {
  override readonly name = 'TryAgainError';
}

export interface Arriving {
  readonly person: Person;
  readonly raw: Buffer;
  readonly envelope: Envelope;
  /** The person wrote it in a session of ours, as if their mail program had sent it. */
  readonly verdict?: Verdict;
}

@Injectable()
export class Intake {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly senders: SendersService,
    private readonly authenticity: Authenticity,
    private readonly parser: MailParser,
    private readonly secrets: Secrets,
    private readonly postman: Postman,
    private readonly live: LivePublisher<'channels'>,
    private readonly fullNotice: FullNotice,
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  /** Returns the stored message; undefined if it was dropped. @throws TryAgainError */
  async receive({ person, raw, envelope, verdict }: Arriving): Promise<string | undefined> {
    const ctx = systemCtx(person.userId);
    const eventId = `mail:${createHash('sha256').update(raw).digest('hex')}`;
    const known = await this.database.read(ctx, (tx) => this.messages.byEvent(tx, eventId));
    if (known) return known.id;
    const verdictOf = verdict === undefined ? await this.checked(raw, envelope) : () => verdict;
    const mail = await this.read(raw);
    const conversationId = mail && conversationIn(this.secrets.threads, person.userId, referencesOf(mail));
    const judged = mail
      ? await this.judged(mail, { person, envelope, verdict: verdictOf(mail), conversationId })
      : UNREADABLE;
    if (judged.state !== 'arrived' && (await this.count(ctx, judged.state)) >= MAX_HELD) {
      log.warn({ userId: person.userId }, `a mail was dropped, because too many are ${judged.state}`);
      if (judged.state === 'held') await this.fullNotice.tell(ctx, MAX_HELD);
      if (judged.state === 'bounce') await this.database.tx(ctx, (tx) => this.markBounced(tx, raw));
      return undefined;
    }
    const id = crypto.randomUUID();
    const row = { id, eventId, ...judged, ...contentOf(mail, envelope), conversationId: conversationId ?? null };
    return this.store(person.userId, { ...row, bytes: raw.length }, raw);
  }

  /** What the verdict is for the mail as it is read here. @throws TryAgainError */
  private async checked(raw: Buffer, envelope: Envelope): Promise<(mail: ParsedMail) => Verdict> {
    const checked = await this.authenticity.check(raw, envelope);
    if (checked.verdict === 'unknown') throw new TryAgainError('the DNS does not answer');
    return (mail) => verdictFor(mail, checked);
  }

  private async read(raw: Buffer): Promise<ParsedMail | undefined> {
    try {
      return await this.parser.parse(raw);
    } catch (error) {
      if (!(error instanceof UnreadableMailError)) throw error;
      log.warn({ error: error.message }, 'a mail could not be read');
      return undefined;
    }
  }

  private async judged(
    mail: ParsedMail,
    at: { person: Person; envelope: Envelope; verdict: Verdict; conversationId: string | undefined },
  ): Promise<Judged> {
    const { person, envelope, verdict, conversationId } = at;
    const sender = { channel: 'email', address: mail.from[0] ?? '' } as const;
    const judgement = judge(mail, {
      isBounce: envelope.from === '',
      verdict,
      isKnown: await this.senders.isKnown(systemCtx(person.userId), person, sender),
      own: `${person.handle}@${this.config.ZO_MAIL_DOMAIN}`,
    });
    if (judgement.state !== 'arrived') return judgement;
    const counted = await this.cache.increment(`mail-thread:${person.userId}:${conversationId ?? 'new'}`, HOUR_MS);
    return counted.value > MAX_IN_THREAD ? TOO_MANY : judgement;
  }

  private count(ctx: Ctx, state: Judged['state']): Promise<number> {
    return this.database.read(ctx, (tx) => this.messages.countIn(tx, state));
  }

  /** The bytes are stored first: a row without them would be a mail that nobody can read. */
  private async store(
    userId: string,
    row: Partial<Message> & Pick<Message, 'id' | 'eventId' | 'state'>,
    raw: Buffer,
  ): Promise<string> {
    const rawObject = `mail/${userId}/${row.id}.eml`;
    await this.objects.put(rawObject, Readable.from([raw]));
    const isArrived = row.state === 'arrived';
    const stored = await this.database.tx(systemCtx(userId), async (tx) => {
      const values = { ...row, channel: 'email', direction: 'in', rawObject } as const;
      const isNew = await this.messages.insert(tx, { ...values, nextAt: isArrived ? new Date() : null });
      if (isNew && row.state === 'bounce') await this.markBounced(tx, raw);
      return isNew;
    });
    if (!stored) await this.objects.delete(rawObject);
    else this.live.publish(userId, { type: 'message', payload: { id: row.id } });
    if (isArrived) this.postman.wake();
    return row.id;
  }

  private async markBounced(ctx: Parameters<MessagesRepository['byProvider']>[0], raw: Buffer): Promise<void> {
    for (const messageId of bouncedIn(raw)) {
      const sent = await this.messages.byProvider(ctx, messageId);
      if (!sent) continue;
      await this.messages.move(ctx, sent.id, { from: ['sent'], to: { state: 'failed', why: 'It came back.' } });
      return;
    }
  }
}

const UNREADABLE: Judged = { state: 'held', why: 'It could not be read: it is too complicated, or no mail at all.' };
const TOO_MANY: Judged = { state: 'held', why: `More than ${MAX_IN_THREAD} messages came within an hour.` };

const referencesOf = ({ references, inReplyTo }: ParsedMail) => `${references} ${inReplyTo}`;

function contentOf(mail: ParsedMail | undefined, { from }: Envelope): Partial<Message> & Pick<Message, 'peer'> {
  if (!mail) return { peer: from.toLowerCase().slice(0, 320) };
  return {
    peer: mail.from[0] ?? from.toLowerCase().slice(0, 320),
    subject: oneLine(mail.subject),
    body: bodyOf(mail),
    providerId: storable(mail.messageId) || null,
    references: storable(`${mail.references} ${mail.messageId}`.trim()).slice(-4_000) || null,
  };
}

function bodyOf({ text }: ParsedMail): string {
  const body = storable(withoutQuote(text));
  return body.length > MAX_BODY ? `${body.slice(0, MAX_BODY).toWellFormed()}${CUT}` : body;
}

const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '');
