/** Sends what became of a message back to its sender, on the channel on which it came. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { AnswerService } from '@zo/proto/chat/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { z } from 'zod';
import { AskedByService } from '../approvals/asked-by.service.js';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { absoluteLink } from '../mail/links.js';
import type { Message } from '../messages/message.entity.js';
import { People } from '../people/people.js';
import { Outgoing } from '../messages/outgoing.js';

const TIMEOUT_MS = 10_000;
const answer = z.object({ text: z.string().max(2_000_000), title: z.string().max(1_000), conversationId: z.uuid() });

@Injectable()
export class Answers {
  private readonly chat: Client<typeof AnswerService>;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly platform: Platform,
    private readonly outgoing: Outgoing,
    private readonly people: People,
    private readonly askedBy: AskedByService,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {
    this.chat = createClient(AnswerService, serviceTransport('chat', platform.config.ZO_CHAT_RPC_URL));
  }

  /** Once for each outcome. @throws if a service does not answer */
  async send(ctx: Ctx, message: Message): Promise<void> {
    const [status = '', ...words] = (message.outcome ?? '').split(' ');
    // The question itself is on its way.
    if (status === 'parked' && (await this.isAsked(ctx, message.channel))) return;
    const body = await this.bodyOf(ctx, message, { status, error: words.join(' ') });
    if (body === undefined) return;
    if (message.channel === 'email' && status !== 'complete' && !(await this.isOwn(ctx, message))) return;
    const answered = {
      key: `answer:${message.id}:${status === 'parked' ? message.outcome : 'end'}`,
      // A message that no chat was made of has a thread that leads to none.
      conversationId: message.conversationId ?? message.id,
      answers: message,
    };
    if (message.channel === 'telegram') await this.outgoing.telegram(ctx, { ...answered, body });
    else if (message.channel === 'sms')
      await this.outgoing.sms(ctx, { ...answered, body: plain(body, this.config.ZO_PUBLIC_URL) });
    else await this.outgoing.mail(ctx, { ...answered, subject: replyTo(message.subject), body });
  }

  /** Nobody else learns what a run waits for, or why it failed. */
  private async isOwn(ctx: Ctx, { peer }: Message): Promise<boolean> {
    return peer === (await this.people.own(ctx)).email.toLowerCase();
  }

  private async isAsked(ctx: Ctx, channel: Message['channel']): Promise<boolean> {
    return (await this.askedBy.of(ctx))[channel];
  }

  /** Undefined: nothing is to be said. */
  private async bodyOf(
    ctx: Ctx,
    { runId, conversationId }: Message,
    { status, error }: { status: string; error: string },
  ): Promise<string | undefined> {
    const chat = conversationId ? `\n\n[Open the chat](${this.addressOf(conversationId)})` : '';
    if (status === 'parked') return `I need you before I can go on. Open the chat to see what I ask.${chat}`;
    if (status === 'stopped') return undefined;
    if (status !== 'complete') return `I could not answer this. ${error}${chat}`.trim();
    return (runId && (await this.answerOf(ctx, runId))) || `Done. There is nothing to say about it.${chat}`;
  }

  private async answerOf(ctx: Ctx, runId: string): Promise<string | undefined> {
    try {
      const options = { ...(await asCaller(this.platform.issuer, 'chat', ctx)), timeoutMs: TIMEOUT_MS };
      return answer.parse(await this.chat.getAnswer({ runId }, options)).text.trim();
    } catch (error) {
      // Its user deleted the chat meanwhile.
      if (ConnectError.from(error).code === Code.NotFound) return undefined;
      throw error;
    }
  }

  private addressOf(conversationId: string): string {
    return new URL(`/f?chat=${conversationId}&chat_view=full`, this.config.ZO_PUBLIC_URL).href;
  }
}

/** Marks of Markdown say nothing on a phone. */
const plain = (markdown: string, site: string): string =>
  markdown
    .replaceAll(/!?\[([^\]\n]*)\]\(([^)\s]+)[^)\n]*\)/g, (_whole, words: string, href: string) => {
      const address = absoluteLink(href, site);
      return address === undefined ? words : `${words}: ${address}`;
    })
    .replaceAll(/^\s*(#{1,6}|>|```.*)\s?/gm, '')
    .replaceAll(/\*\*|__|`/g, '')
    .trim();

const replyTo = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject || 'your mail'}`);
