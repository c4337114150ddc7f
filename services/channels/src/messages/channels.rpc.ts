/** ChannelService: chat asks for messages that were received, and the tools of the assistant write to their user. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import type { GetMessageRequest, PostponeMessageRequest, SendToUserRequest } from '@zo/proto/channels/v1';
import { rpcCtx } from '@zo/rpc';
import { z } from 'zod';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { channelErrors } from '../errors.js';
import { People } from '../people/people.js';
import { MessagesRepository } from './messages.repository.js';
import { Outgoing } from './outgoing.js';

const HOUR_MS = 3_600_000;
const MAX_POSTPONE_MS = 10 * 60_000;
/** Messages of tools to one user in an hour. */
export const MAX_TO_USER = 20;
const NO_PHONE = 'The person has no phone set up that takes messages. They do that in Settings › Channels.';
const toSend = z.object({
  channel: z.enum(['email', 'sms']),
  subject: z.string().max(300),
  body: z.string().min(1).max(100_000),
  key: z.string().min(1).max(200),
  conversationId: z.uuid(),
});

@Injectable()
export class ChannelsRpc {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly people: People,
    private readonly outgoing: Outgoing,
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  async getMessage({ id }: GetMessageRequest, context: HandlerContext) {
    const ctx = callerOf(context);
    const found = await this.found(ctx, id);
    const { owner, email } = await this.people.own(ctx);
    return {
      // For chat it is text: the persona of text messages answers it.
      channel: found.channel === 'telegram' ? 'sms' : found.channel,
      sender: found.channel === 'telegram' ? 'Telegram' : found.peer,
      subject: found.subject,
      text: found.body,
      files: [...found.files],
      conversationId: found.conversationId ?? '',
      owner,
      // The address of a mail that was held may be forged.
      byUser: found.channel !== 'email' || (!found.letIn && found.peer.toLowerCase() === email.toLowerCase()),
    };
  }

  async postpone({ id }: PostponeMessageRequest, context: HandlerContext) {
    const ctx = callerOf(context);
    const { createdAt } = await this.found(ctx, id);
    // A chat may wait for its user for days.
    const pause = Math.min((Date.now() - createdAt.getTime()) / 10, MAX_POSTPONE_MS);
    const nextAt = new Date(Date.now() + Math.max(pause, this.config.ZO_MESSAGE_POSTPONE_MS));
    await this.database.tx(ctx, (tx) => this.messages.move(tx, id, { from: ['received'], to: { nextAt } }));
    return {};
  }

  async sendToUser(request: SendToUserRequest, context: HandlerContext) {
    const ctx = callerOf(context);
    const { data } = toSend.safeParse(request);
    if (!data) throw new ConnectError('that is no message', Code.InvalidArgument);
    const { value } = await this.cache.increment(`to-user:${ctx.userId}`, HOUR_MS);
    if (value > MAX_TO_USER) throw channelErrors.tooMany({ minutes: 60 });
    const key = `tool:${data.key}`;
    const sent =
      data.channel === 'sms'
        ? await this.outgoing.sms(ctx, { ...data, key })
        : await this.outgoing.mail(ctx, { ...data, key });
    if (!sent) throw new ConnectError(NO_PHONE, Code.FailedPrecondition);
    return { to: sent.peer, kept: sent.state === 'kept' };
  }

  private async found(ctx: Ctx, id: string) {
    const isId = z.uuid().safeParse(id).success;
    const message = isId ? await this.database.read(ctx, (tx) => this.messages.byId(tx, id)) : null;
    if (message?.state !== 'received') throw new ConnectError('there is no such message', Code.NotFound);
    return message;
  }
}

/** @throws Unauthenticated */
function callerOf({ values }: HandlerContext): Ctx {
  const ctx = values.get(rpcCtx);
  if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
  return ctx;
}
