/** Answers chat's questions about messages in this process, instead of the service that keeps them. */
import { Code, ConnectError } from '@connectrpc/connect';
import { TokenVerifier } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { ChannelService, type GetMessageResponse } from '@zo/proto/channels/v1';
import { hostLocally, rpcCtx } from '@zo/rpc';

export interface HostedChannels {
  /** By `<user> <message>`. */
  readonly messages: Map<string, Partial<Omit<GetMessageResponse, '$typeName' | '$unknown'>>>;
  readonly postponed: string[];
  /** What the tools of the assistant sent. */
  readonly sent: { userId: string; channel: string; subject: string; body: string; key: string }[];
}

export function hostChannels(platform: Platform): HostedChannels {
  const hosted: HostedChannels = { messages: new Map(), postponed: [], sent: [] };
  hostLocally(
    'channels',
    (router) =>
      router.service(ChannelService, {
        getMessage: ({ id }, { values }) => {
          const message = hosted.messages.get(`${values.get(rpcCtx)?.userId} ${id}`);
          if (!message) throw new ConnectError('gone', Code.NotFound);
          return {
            channel: 'email',
            sender: 'ada@example.com',
            subject: 'Invoice',
            text: 'Please read it.',
            files: [],
            conversationId: '',
            owner: true,
            byUser: true,
            ...message,
          };
        },
        postponeMessage: ({ id }) => {
          hosted.postponed.push(id);
          return {};
        },
        sendToUser: ({ channel, subject, body, key }, { values }) => {
          if (channel === 'sms') throw new ConnectError('No phone number is set up.', Code.FailedPrecondition);
          hosted.sent.push({ userId: values.get(rpcCtx)!.userId, channel, subject, body, key });
          return { to: 'ada@example.com', kept: true };
        },
      }),
    new TokenVerifier('channels', platform.keys),
  );
  return hosted;
}
