/**
 * Asks users who are away, on the channels that they chose: with a link, and only with what may be read over a
 * shoulder.
 */
import { Inject, Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';
import type { RunNotice } from '@zo/proto/chat/v1';
import { z } from 'zod';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { MessagesRepository } from '../messages/messages.repository.js';
import { Outgoing } from '../messages/outgoing.js';
import { PhonesService } from '../sms/phones.service.js';
import { TelegramBots } from '../telegram/telegram-bots.service.js';
import { People } from '../people/people.js';
import { telegramQuestion } from './telegram-question.js';
import type { AskChannel } from './approval-link.entity.js';
import { ApprovalsService } from './approvals.service.js';
import { AskedByService } from './asked-by.service.js';
import { ChatApprovals } from './chat-approvals.js';
import { actOf } from './kinds.js';
import { notificationText } from './notification-text.js';

const HOUR_MS = 3_600_000;
/** Questions that leave for one user in an hour; the others wait in the chat. */
export const MAX_ASKED = 20;
const log = logger('channels:questions');
const asked = z.object({
  runId: z.uuid(),
  approvalId: z.uuid(),
  argsHash: z.string().min(1).max(200),
  kind: z.string().max(40),
  untilMs: z.bigint(),
});
type Asked = z.infer<typeof asked>;

/** What a notice of chat asks; undefined if it asks nothing. */
export const askedIn = (notice: RunNotice): Asked | undefined => asked.safeParse(notice.asked).data;

@Injectable()
export class Questions {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly approvals: ApprovalsService,
    private readonly askedBy: AskedByService,
    private readonly outgoing: Outgoing,
    private readonly people: People,
    private readonly bots: TelegramBots,
    private readonly phones: PhonesService,
    private readonly chat: ChatApprovals,
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  /** Each question leaves once on each channel, however often it is told of. */
  async ask(notice: RunNotice): Promise<void> {
    const question = askedIn(notice);
    if (!question) return;
    const ctx = systemCtx(notice.userId);
    const by = await this.askedBy.of(ctx);
    const sends = { email: this.byMail, sms: this.bySms, telegram: this.byTelegram } as const;
    for (const channel of ['email', 'sms', 'telegram'] as const)
      if (by[channel] && (await this.isReached(ctx, channel)) && (await this.isNew(ctx, keyOf(question, channel))))
        await sends[channel].call(this, ctx, notice, question);
  }

  private async isReached(ctx: Ctx, channel: 'email' | 'sms' | 'telegram'): Promise<boolean> {
    if (channel === 'email') return true;
    if (channel === 'telegram') return (await this.bots.chatOf(ctx))?.chatId != null;
    const phone = await this.phones.own(ctx);
    return phone?.provenAt != null && phone.stoppedAt === null;
  }

  /** For the notification on a device; undefined if the user does not want to be asked there. */
  async forPush(notice: RunNotice) {
    const question = askedIn(notice);
    const ctx = systemCtx(notice.userId);
    if (!question) return undefined;
    const { push, details } = await this.askedBy.of(ctx);
    const made = push ? await this.link(ctx, question, 'push') : undefined;
    if (!made) return undefined;
    const exact = details ? await this.chat.get({ userId: ctx.userId, ...question }) : undefined;
    const text = exact ? notificationText(exact) : `Zo ${actOf(question.kind)}.`;
    return { path: pathOf(made.token), page: made.pageToken, text };
  }

  /** In the thread of the mail that is answered, if it is one of the user's own. */
  private async byMail(ctx: Ctx, { runId, conversationId, title }: RunNotice, question: Asked): Promise<void> {
    const made = await this.link(ctx, question, 'email');
    if (!made) return;
    const own = (await this.people.own(ctx)).email.toLowerCase();
    const received = await this.database.read(ctx, (tx) => this.messages.byRun(tx, runId));
    const isAnswer = received?.channel === 'email' && received.peer === own;
    const name = escaped(title || 'A chat');
    const body = [
      `**${name}** waits for you: Zo ${actOf(question.kind)}.`,
      `[See what it asks](${this.addressOf(made.token)})`,
      'Opening the link decides nothing. It counts once and for 24 hours at most. A reply to this mail is no answer ' +
        'to the question.',
    ].join('\n\n');
    await this.outgoing.mail(ctx, {
      key: keyOf(question, 'email'),
      subject: isAnswer ? `Re: ${received.subject.replace(/^re:\s*/i, '')}` : `Zo asks: ${title || 'a chat'}`,
      body,
      conversationId,
      isAutomatic: true,
      ...(isAnswer && { answers: received }),
    });
  }

  private async bySms(ctx: Ctx, { conversationId }: RunNotice, question: Asked): Promise<void> {
    const made = await this.link(ctx, question, 'sms');
    if (!made) return;
    const body = `Zo ${actOf(question.kind)}. See it and answer: ${this.addressOf(made.token)}`;
    await this.outgoing.sms(ctx, { key: keyOf(question, 'sms'), body, conversationId });
  }

  /** What its buttons do is shown with them, whole: otherwise there is only the page. */
  private async byTelegram(ctx: Ctx, { conversationId, title }: RunNotice, asked: Asked): Promise<void> {
    const question = await this.chat.get({ userId: ctx.userId, ...asked });
    const made = question && (await this.link(ctx, asked, 'telegram'));
    if (!made) return;
    const given = telegramQuestion(question, { title, address: this.addressOf(made.token), token: made.token });
    await this.outgoing.telegram(ctx, { key: keyOf(asked, 'telegram'), conversationId, ...given });
  }

  private link(ctx: Ctx, { kind: _kind, untilMs, ...question }: Asked, channel: AskChannel) {
    return this.approvals.make(ctx, { ...question, channel, until: new Date(Number(untilMs)) });
  }

  private async isNew(ctx: Ctx, key: string): Promise<boolean> {
    const known = await this.database.read(ctx, (tx) => this.messages.byEvent(tx, `out:${key}`));
    if (known) return false;
    const { value } = await this.cache.increment(`asked:${ctx.userId}`, HOUR_MS, { aloneIfAway: true });
    if (value > MAX_ASKED) log.warn({ userId: ctx.userId }, 'a question was not sent, because there were too many');
    return value <= MAX_ASKED;
  }

  private addressOf(token: string): string {
    return new URL(pathOf(token), this.config.ZO_PUBLIC_URL).href;
  }
}

const pathOf = (token: string) => `/api/approvals/${token}`;
const keyOf = ({ approvalId }: Asked, channel: AskChannel) => `asked:${approvalId}:${channel}`;

/** A title is text of others, and the mail is Markdown. */
const escaped = (title: string) => title.replaceAll(/[\\`*_[\]<>()#!|~]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
