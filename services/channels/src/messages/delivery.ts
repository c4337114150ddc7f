/** The work on one message: what arrived goes to chat, answers are fetched, mail leaves. */
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { LivePublisher } from '@zo/live';
import { OBJECTS, type ObjectStore } from '@zo/objects';
import { logger } from '@zo/observability';
import { channelsEvents } from '@zo/proto/topics';
import { Semaphore } from '@zo/rpc';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { Attachments } from '../inbound/attachments.js';
import { MailParser } from '../inbound/parser.js';
import { sendThrough } from '../mail/mail-out.js';
import { MailServers } from '../mail/mail-servers.service.js';
import { People } from '../people/people.js';
import { Answers } from '../runs/answers.js';
import { PhonesService } from '../sms/phones.service.js';
import { Twilio, UNKNOWN_OUTCOME } from '../sms/twilio.js';
import { TelegramOut } from '../telegram/telegram-out.js';
import type { Message } from './message.entity.js';
import { type Claimed, MessagesRepository } from './messages.repository.js';
import { Turns } from './turns.js';

/** Pauses before further attempts, as multiples of the first: 1 min, 5 min, 30 min, 6 h. */
const PAUSES = [1, 5, 30, 360];
const MAX_ATTEMPTS = PAUSES.length + 1;
/** Mails, and files of other messages, whose contents are in memory at once. */
const MAX_CONTENTS = 2;
/** What a message is given up with whose processes died of it, so that it ends no further one. */
const DEADLY = 'It could not be worked on.';
const UNKNOWN = { state: 'failed', why: UNKNOWN_OUTCOME } as const;
const STOPPED = { state: 'failed', why: 'The phone wants no messages any more, or was removed.' } as const;
interface Failure {
  readonly why: string;
  /** How long the provider asks to wait. */
  readonly afterMs?: number;
}

const log = logger('channels:delivery');

@Injectable()
export class Delivery {
  private readonly contents = new Semaphore(MAX_CONTENTS);

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly people: People,
    private readonly servers: MailServers,
    private readonly parser: MailParser,
    private readonly attachments: Attachments,
    private readonly answers: Answers,
    private readonly phones: PhonesService,
    private readonly twilio: Twilio,
    private readonly telegram: TelegramOut,
    private readonly live: LivePublisher<'channels'>,
    private readonly turns: Turns,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  async work({ id, userId }: Claimed): Promise<void> {
    const ctx = systemCtx(userId);
    const message = await this.database.read(ctx, (tx) => this.messages.byId(tx, id));
    // Null: another process has done it between the claim and this.
    if (!message?.nextAt) return;
    try {
      // An attempt that ended, well or not, has noted that.
      if (message.attempts > MAX_ATTEMPTS) await this.again(ctx, message, { why: DEADLY });
      else if (message.state === 'arrived') await this.handOver(ctx, message);
      else if (message.state === 'queued') await this.send(ctx, message);
      else if (message.outcome !== null) await this.tell(ctx, message);
      else await this.announceAgain(ctx, message);
    } catch (error) {
      log.warn({ error, id }, 'a message could not be delivered yet');
      await this.again(ctx, message, { why: 'The computer or a service of this installation did not answer.' });
    }
    this.live.publish(userId, { type: 'message', payload: { id } });
  }

  /** Files first: chat is told once everything that it will be asked about is there. */
  private async handOver(ctx: Ctx, message: Message): Promise<void> {
    const turn = await this.database.tx(ctx, (tx) => this.turns.take(tx, message));
    if (!turn) return;
    const { files, notes } = await this.filesOf(ctx, message);
    const body = [message.body, ...notes].filter(Boolean).join('\n');
    await this.people.markReached(ctx, message.channel === 'email' ? 'has_emailed_zo' : 'has_texted_zo');
    await this.database.tx(ctx, async (tx) => {
      const done = { attachments: [], joins: null, followsId: null, nextAt: null, attempts: 0 };
      const to = { state: 'received', files, body, ...turn, ...done } as const;
      if (await this.messages.move(tx, message.id, { from: ['arrived'], to })) received(tx, message);
    });
  }

  private async filesOf(ctx: Ctx, message: Message): Promise<{ files: string[]; notes: string[] }> {
    const { channel, rawObject, createdAt: at, subject } = message;
    if (channel === 'telegram') {
      const notes: string[] = [];
      const given = this.telegram.filesOf(message, { slots: this.contents, notes });
      return { files: await this.attachments.save(ctx, { at, subject: 'Telegram' }, given), notes };
    }
    if (channel !== 'email' || rawObject === null) return { files: [], notes: [] };
    const release = await this.contents.take();
    try {
      const raw = await this.objects.get(rawObject);
      if (!raw) return { files: [], notes: [] };
      const { attachments, leftOut } = await this.parser.parse(await buffer(raw.content), { withContents: true });
      const notes = leftOut > 0 ? [`(${leftOut} more files of this mail are missing: there are too many.)`] : [];
      return { files: await this.attachments.save(ctx, { at, subject }, attachments), notes };
    } finally {
      release();
    }
  }

  private async announceAgain(ctx: Ctx, message: Message): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      const to = { nextAt: null, attempts: 0 } as const;
      if (await this.messages.move(tx, message.id, { from: ['received'], to })) received(tx, message);
    });
  }

  private async tell(ctx: Ctx, message: Message): Promise<void> {
    await this.answers.send(ctx, message);
    await this.database.tx(ctx, async (tx) => {
      const { outcome } = (await this.messages.byId(tx, message.id)) ?? {};
      // The run may have ended meanwhile, which is told next.
      const to = { nextAt: outcome === message.outcome ? null : new Date(), attempts: 0 };
      await this.messages.move(tx, message.id, { from: ['received'], to });
    });
  }

  /**
   * The provider has no key that makes a message leave once. So each attempt is noted before it is made, and if nobody
   * knows whether one has left, the message is not tried again.
   */
  private async sendText(ctx: Ctx, message: Message): Promise<void> {
    if (message.piecesBegun > message.piecesSent) return this.end(ctx, message, UNKNOWN);
    if (!this.twilio.number) return this.end(ctx, message, { state: 'kept', why: null });
    const phone = await this.phones.own(ctx);
    if (phone?.number !== message.peer || phone.stoppedAt) return this.end(ctx, message, STOPPED);
    if (!(await this.note(ctx, message, 'begun'))) return;
    const sent = await this.twilio.send(message.peer, message.body);
    if (sent.to !== 'later') {
      return this.end(ctx, message, { state: sent.to, why: sent.to === 'failed' ? sent.why : null });
    }
    await this.note(ctx, message, 'refused');
    await this.again(ctx, message, sent);
  }

  /** A text leaves in one piece. @returns false if another process has it */
  private note(ctx: Ctx, { id }: Message, what: 'begun' | 'refused'): Promise<boolean> {
    const until = new Date(Date.now() + this.config.ZO_MESSAGE_LEASE_MS);
    return this.database.tx(ctx, (tx) => this.messages.notePiece(tx, id, { piece: 0, what, until }));
  }

  private async sendByBot(ctx: Ctx, message: Message): Promise<void> {
    const sent = await this.telegram.send(ctx, message);
    if (sent.to === 'elsewhere') return;
    if (sent.to !== 'later') return this.end(ctx, message, { state: sent.to, why: 'why' in sent ? sent.why : null });
    await this.again(ctx, (await this.database.read(ctx, (tx) => this.messages.byId(tx, message.id))) ?? message, sent);
  }

  private async send(ctx: Ctx, message: Message): Promise<void> {
    if (message.channel === 'sms') return this.sendText(ctx, message);
    if (message.channel === 'telegram') return this.sendByBot(ctx, message);
    const server = await this.servers.current();
    const stored = message.rawObject === null ? undefined : await this.objects.get(message.rawObject);
    if (!server || !stored) {
      stored?.content.destroy();
      const why = stored ? null : 'Its bytes are no longer stored.';
      return this.end(ctx, message, { state: stored ? 'kept' : 'failed', why });
    }
    const raw = await buffer(stored.content);
    const { handle } = await this.people.own(ctx);
    const from = `${handle}@${this.config.ZO_MAIL_DOMAIN}`;
    const sent = await sendThrough(server, { from, to: message.peer, raw });
    if (sent.to === 'sent') return this.end(ctx, message, { state: 'sent', why: null });
    if (sent.to === 'failed') return this.end(ctx, message, { state: 'failed', why: sent.why });
    await this.again(ctx, message, sent);
  }

  private async end(ctx: Ctx, { id }: Message, to: Pick<Message, 'state' | 'why'>): Promise<void> {
    await this.database.tx(ctx, (tx) => this.messages.move(tx, id, { from: ['queued'], to: { ...to, nextAt: null } }));
  }

  /** After the last pause it stays visible, with why. */
  private async again(ctx: Ctx, { id, state, attempts }: Message, { why, afterMs = 0 }: Failure): Promise<void> {
    const pause = PAUSES[attempts - 1];
    const ms = Math.max((pause ?? 0) * this.config.ZO_MESSAGE_RETRY_MS, afterMs);
    const nextAt = pause === undefined ? null : new Date(Date.now() + ms);
    const given = state === 'queued' ? 'failed' : state === 'arrived' ? 'held' : state;
    const to = { why, nextAt, ...(nextAt === null && { state: given }) };
    await this.database.tx(ctx, (tx) => this.messages.move(tx, id, { from: [state], to }));
  }
}

const received = (tx: Ctx, { id, userId }: Message) =>
  publish(tx, channelsEvents, 'message.received', { userId, messageId: id });
