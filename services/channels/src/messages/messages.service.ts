import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, owned } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { OBJECTS, type ObjectStore } from '@zo/objects';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { channelErrors } from '../errors.js';
import { Intake } from '../inbound/intake.js';
import { compose, htmlOf } from '../mail/compose.js';
import { MailServers } from '../mail/mail-servers.service.js';
import { People } from '../people/people.js';
import { SendersService } from '../senders/senders.service.js';
import type { Message } from './message.entity.js';
import type { NewMailInput, Reply } from './messages.dto.js';
import { MessagesRepository, type Shown } from './messages.repository.js';
import { Postman } from './postman.js';

/** A sender that is on nobody's list. */
const STRANGER = 'stranger@example.net';
const MAX_HEADERS = 64 * 1024;
const QUEUED = () => ({ state: 'queued', nextAt: new Date(), attempts: 0 }) as const;

@Injectable()
export class MessagesService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly people: People,
    private readonly senders: SendersService,
    private readonly intake: Intake,
    private readonly postman: Postman,
    private readonly servers: MailServers,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  list(ctx: Ctx, shown: Shown): Promise<Message[]> {
    return this.database.read(ctx, (tx) => this.messages.list(tx, shown));
  }

  /** @throws http.not_found */
  async get(ctx: Ctx, id: string) {
    const found = await this.database.read(ctx, async (tx) => ({
      message: owned(tx, await this.messages.byId(tx, id)),
      replies: await this.messages.answersTo(tx, id),
    }));
    const { message } = found;
    // What strangers write is shown as text.
    const isOurs = message.channel === 'email' && message.direction === 'out';
    const html = isOurs ? htmlOf(message.body, this.config.ZO_PUBLIC_URL) : null;
    return { ...found, html, headers: await this.headersOf(message) };
  }

  /** The bytes of a mail as they arrived or left. @throws http.not_found */
  async raw(ctx: Ctx, id: string): Promise<Readable> {
    const { rawObject } = await this.byId(ctx, id);
    const found = rawObject === null ? undefined : await this.objects.get(rawObject);
    if (!found) throw errors.notFound();
    return found.content;
  }

  /** As if a mail program had answered what is kept here. @throws channels.not_kept */
  async reply(ctx: Ctx, id: string, { text, as }: Reply): Promise<Message> {
    const message = await this.byId(ctx, id);
    if (message.channel !== 'email' || message.state !== 'kept') throw channelErrors.notKept();
    const author = as === 'stranger' ? STRANGER : message.peer;
    const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
    const thread = { inReplyTo: message.providerId ?? '', references: message.providerId ?? '' };
    const arrived = await this.arrive(ctx, { author, subject, text, ...thread, isForged: as === 'forger' });
    await this.database.tx(ctx, (tx) =>
      this.messages.move(tx, arrived.id, { from: ['arrived', 'received', 'held'], to: { answersId: id } }),
    );
    return { ...arrived, answersId: id };
  }

  /** As if the user had sent a mail from the address of their account. */
  async write(ctx: Ctx, { subject, text }: NewMailInput): Promise<Message> {
    const { email } = await this.people.own(ctx);
    return this.arrive(ctx, { author: email, subject, text, isForged: false });
  }

  /** Gives a held message to chat, and with `always` those that come after it too. @throws channels.not_held */
  async letIn(ctx: Ctx, id: string, { always }: { always: boolean }): Promise<Message> {
    const { channel, peer, direction, state } = await this.byId(ctx, id);
    if (direction !== 'in' || state !== 'held') throw channelErrors.notHeld();
    const { email } = await this.people.own(ctx);
    const isOwn = channel === 'email' && peer === email.toLowerCase();
    if (always && !isOwn) await this.senders.add(ctx, { channel, address: peer });
    await this.database.tx(ctx, async (tx) => {
      const to = { state: 'arrived', why: null, letIn: true, nextAt: new Date(), attempts: 0 } as const;
      if (!(await this.messages.move(tx, id, { from: ['held'], to, direction: 'in' }))) throw channelErrors.notHeld();
      audit(tx, 'message.let_in', { target: id, always });
    });
    this.postman.wake();
    return this.byId(ctx, id);
  }

  /** Sends an answer to somebody else that its user has read. @throws channels.not_held */
  async send(ctx: Ctx, id: string): Promise<Message> {
    await this.byId(ctx, id);
    const isSent = (await this.servers.current()) !== undefined;
    const to = { why: null, ...(isSent ? QUEUED() : ({ state: 'kept', nextAt: null } as const)) };
    await this.database.tx(ctx, async (tx) => {
      if (!(await this.messages.move(tx, id, { from: ['held'], to, direction: 'out' }))) throw channelErrors.notHeld();
      audit(tx, 'message.sent', { target: id });
    });
    if (isSent) this.postman.wake();
    return this.byId(ctx, id);
  }

  /** @throws http.not_found */
  async remove(ctx: Ctx, id: string): Promise<void> {
    const { rawObject } = await this.byId(ctx, id);
    await this.database.tx(ctx, async (tx) => {
      await this.messages.remove(tx, [id]);
      audit(tx, 'message.deleted', { target: id });
    });
    if (rawObject !== null) await this.objects.delete(rawObject);
  }

  private byId(ctx: Ctx, id: string): Promise<Message> {
    return this.database.read(ctx, async (tx) => owned(tx, await this.messages.byId(tx, id)));
  }

  private async arrive(
    ctx: Ctx,
    mail: { author: string; subject: string; text: string; isForged: boolean; inReplyTo?: string; references?: string },
  ): Promise<Message> {
    const person = await this.people.own(ctx);
    const { author, isForged, text, ...rest } = mail;
    const raw = await compose({
      ...rest,
      from: { name: author === STRANGER ? 'A stranger' : person.fullName, address: author },
      to: `${person.handle}@${this.config.ZO_MAIL_DOMAIN}`,
      body: text,
      messageId: `<${crypto.randomUUID()}@${author.split('@').at(-1)}>`,
      isAutomatic: false,
      isOurs: false,
      site: this.config.ZO_PUBLIC_URL,
      date: new Date(),
    });
    const envelope = { from: author, ip: '127.0.0.1', helo: 'localhost' };
    const id = await this.intake.receive({ person, raw, envelope, verdict: isForged ? 'fail' : 'pass' });
    if (id === undefined) throw channelErrors.tooMany({ minutes: 60 });
    return this.byId(ctx, id);
  }

  private async headersOf({ rawObject }: Message): Promise<string | null> {
    const found = rawObject === null ? undefined : await this.objects.get(rawObject, { start: 0, end: MAX_HEADERS });
    if (!found) return null;
    const text = (await buffer(found.content)).toString('utf8').toWellFormed();
    return text.split(/\r?\n\r?\n/, 1)[0]!;
  }
}
