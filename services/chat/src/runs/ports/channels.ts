/** The port to messages of users by mail and text, which the service `channels` keeps. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { ChannelService } from '@zo/proto/channels/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { z } from 'zod';
import { ToolError } from '../../tools/tool-errors.js';
import type { MessageToUser, SentToUser, UserPort } from '../../tools/tool.js';

const TIMEOUT_MS = 10_000;
const REFUSED: ReadonlySet<Code> = new Set([Code.InvalidArgument, Code.FailedPrecondition, Code.ResourceExhausted]);

const received = z.object({
  channel: z.enum(['email', 'sms']),
  sender: z.string().max(400),
  subject: z.string().max(400),
  text: z.string().max(200_000),
  files: z.array(z.string().min(1).max(4_200)).max(200),
  /** The conversation that it continues; empty: a new one. */
  conversationId: z.union([z.literal(''), z.uuid()]),
  owner: z.boolean(),
  /** Whether its user wrote it, who is known by the address, the number or the chat that it came from. */
  byUser: z.boolean(),
});
/** A message that arrived for the user. */
export type ReceivedMessage = z.output<typeof received>;

const sent = z.object({ to: z.string().max(400), kept: z.boolean() });

@Injectable()
export class Channels implements UserPort {
  private readonly channels: Client<typeof ChannelService>;

  constructor(private readonly platform: Platform) {
    this.channels = createClient(ChannelService, serviceTransport('channels', platform.config.ZO_CHANNELS_URL));
  }

  /** Undefined if its user deleted it. @throws if the service does not answer */
  async message(ctx: Ctx, id: string): Promise<ReceivedMessage | undefined> {
    try {
      return received.parse(await this.channels.getMessage({ id }, await this.options(ctx)));
    } catch (error) {
      if (error instanceof ConnectError && error.code === Code.NotFound) return undefined;
      throw error;
    }
  }

  /** It is told of again later. */
  async postpone(ctx: Ctx, id: string): Promise<void> {
    await this.channels.postponeMessage({ id }, await this.options(ctx));
  }

  /** @throws ToolError with what is missing */
  async sendToUser(ctx: Ctx, message: MessageToUser & { key: string; conversationId: string }): Promise<SentToUser> {
    try {
      return sent.parse(await this.channels.sendToUser(message, await this.options(ctx)));
    } catch (error) {
      if (error instanceof ConnectError && REFUSED.has(error.code)) throw new ToolError(error.rawMessage, 'invalid');
      throw error;
    }
  }

  private async options(ctx: Ctx) {
    return { ...(await asCaller(this.platform.issuer, 'channels', ctx)), timeoutMs: TIMEOUT_MS };
  }
}
