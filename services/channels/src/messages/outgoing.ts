/** What leaves for a user: stored with the bytes that leave, then sent by whichever process comes first. */
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { OBJECTS, type ObjectStore } from '@zo/objects';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { compose, oneLine } from '../mail/compose.js';
import { MailServers } from '../mail/mail-servers.service.js';
import { Secrets } from '../mail/secrets.js';
import { threadId } from '../mail/thread-id.js';
import { People } from '../people/people.js';
import { PhonesService } from '../sms/phones.service.js';
import { fit } from '../sms/segments.js';
import { Twilio } from '../sms/twilio.js';
import { TelegramBots } from '../telegram/telegram-bots.service.js';
import type { Message } from './message.entity.js';
import { MessagesRepository } from './messages.repository.js';
import { Postman } from './postman.js';

const MAX_BODY = 100_000;
const MAX_SEGMENTS = 3;
const CUT_TEXT = '... (more in the chat)';
const FOR_OTHERS = 'This goes to somebody else. Read it before it is sent.';
const CUT = '\n\n… (the rest is in the chat)';

export interface NewMail {
  /** The same key makes one mail. */
  readonly key: string;
  readonly subject: string;
  /** Markdown. */
  readonly body: string;
  /** Null: it belongs to no chat, and a reply begins one. */
  readonly conversationId: string | null;
  /** The mail that it answers, whose thread and sender it goes to. */
  readonly answers?: Message;
  /** Nobody has asked for it just now. */
  readonly isAutomatic?: true;
}

export type NewText = Omit<NewMail, 'subject'>;

type Stored = Pick<Message, 'id' | 'peer' | 'state'>;
type NewRow = Partial<Message> & Stored & Pick<Message, 'eventId'>;

@Injectable()
export class Outgoing {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly people: People,
    private readonly servers: MailServers,
    private readonly secrets: Secrets,
    private readonly postman: Postman,
    private readonly phones: PhonesService,
    private readonly twilio: Twilio,
    private readonly bots: TelegramBots,
    private readonly live: LivePublisher<'channels'>,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  /**
   * To the user, or to the sender of what it answers. Without a mail server it is kept. Words of others can be behind
   * an answer, and files of the user in it: to anybody else it leaves with a yes only.
   */
  async mail(ctx: Ctx, mail: NewMail): Promise<Stored> {
    const eventId = `out:${mail.key}`;
    const known = await this.database.read(ctx, (tx) => this.messages.byEvent(tx, eventId));
    if (known) return known;
    const { raw, isForOthers, ...row } = await this.written(ctx, mail);
    const rawObject = `mail/${ctx.userId}/${row.id}.eml`;
    await this.objects.put(rawObject, Readable.from([raw]));
    const isSent = !isForOthers && (await this.servers.current()) !== undefined;
    const state = isForOthers ? 'held' : isSent ? 'queued' : 'kept';
    const stored = await this.store(ctx, {
      ...row,
      eventId,
      channel: 'email',
      state,
      why: isForOthers ? FOR_OTHERS : null,
      rawObject,
      bytes: raw.length,
      conversationId: mail.conversationId,
      answersId: mail.answers?.id ?? null,
    });
    if (stored.id !== row.id) await this.objects.delete(rawObject);
    return stored;
  }

  /** To the proven phone of the user; undefined: there is none, or its holder wants no messages. */
  async sms(ctx: Ctx, text: NewText): Promise<Stored | undefined> {
    const eventId = `out:${text.key}`;
    const known = await this.database.read(ctx, (tx) => this.messages.byEvent(tx, eventId));
    if (known) return known;
    const phone = await this.phones.own(ctx);
    if (!phone?.provenAt || phone.stoppedAt) return undefined;
    return this.store(ctx, {
      id: crypto.randomUUID(),
      eventId,
      channel: 'sms',
      peer: phone.number,
      state: this.twilio.number === undefined ? 'kept' : 'queued',
      body: fit(text.body.toWellFormed().replaceAll('\u0000', ''), { segments: MAX_SEGMENTS, ending: CUT_TEXT }),
      conversationId: text.conversationId,
      answersId: text.answers?.id ?? null,
    });
  }

  /** To the paired chat of the user; undefined: there is none. */
  async telegram(ctx: Ctx, text: NewText & { buttons?: Message['buttons'] }) {
    const eventId = `out:${text.key}`;
    const known = await this.database.read(ctx, (tx) => this.messages.byEvent(tx, eventId));
    if (known) return known;
    const peer = (await this.bots.chatOf(ctx))?.chatId;
    if (!peer) return undefined;
    const body = text.body.length > MAX_BODY ? text.body.slice(0, MAX_BODY) + CUT : text.body;
    return this.store(ctx, {
      id: crypto.randomUUID(),
      eventId,
      channel: 'telegram',
      peer,
      state: (await this.bots.current()) ? 'queued' : 'kept',
      body: body.toWellFormed().replaceAll('\u0000', ''),
      buttons: text.buttons ?? null,
      conversationId: text.conversationId,
      answersId: text.answers?.id ?? null,
    });
  }

  /** @returns the message of this key, which another request may have stored meanwhile */
  private async store(ctx: Ctx, row: NewRow): Promise<Stored> {
    const isDue = row.state === 'queued';
    const stored = await this.database.tx(ctx, async (tx) => {
      const isNew = await this.messages.insert(tx, { ...row, direction: 'out', nextAt: isDue ? new Date() : null });
      return isNew ? row : ((await this.messages.byEvent(tx, row.eventId)) ?? row);
    });
    if (isDue) this.postman.wake();
    this.live.publish(ctx.userId, { type: 'message', payload: { id: stored.id } });
    return stored;
  }

  private async written(ctx: Ctx, { subject, body, conversationId, answers, isAutomatic }: NewMail) {
    const { handle, email } = await this.people.own(ctx);
    const { ZO_MAIL_DOMAIN: domain, ZO_PRODUCT_NAME: product } = this.config;
    const id = crypto.randomUUID();
    const messageId =
      conversationId === null
        ? `<${id}@${domain}>`
        : threadId(this.secrets.threads, { userId: ctx.userId, conversationId }, { id, domain });
    const text = body.length > MAX_BODY ? body.slice(0, MAX_BODY).toWellFormed() + CUT : body;
    const row = {
      id,
      peer: answers?.peer ?? email.toLowerCase(),
      subject: oneLine(subject),
      body: text.toWellFormed().replaceAll('\u0000', ''),
      providerId: messageId,
      inReplyTo: answers?.providerId ?? null,
      references: answers?.references ?? null,
    };
    const raw = await compose({
      from: { name: `${product} for ${handle}`, address: `${handle}@${domain}` },
      to: row.peer,
      subject: row.subject,
      body: row.body,
      messageId,
      isAutomatic: answers !== undefined || isAutomatic === true,
      isOurs: true,
      site: this.config.ZO_PUBLIC_URL,
      date: new Date(),
      ...(row.inReplyTo && { inReplyTo: row.inReplyTo }),
      ...(row.references && { references: row.references }),
    });
    return { ...row, raw, isForOthers: row.peer !== email.toLowerCase() };
  }
}
