/** Answers chat's calls of connected apps in this process, instead of the service that keeps them. */
import { Code, ConnectError } from '@connectrpc/connect';
import { TokenVerifier } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { AppService } from '@zo/proto/connections/v1';
import { hostLocally, rpcCtx } from '@zo/rpc';

export interface HostedApps {
  /** Of each user. */
  readonly apps: Map<string, object[]>;
  readonly calls: { userId: string; app: string; tool: string; args: unknown; key: string }[];
  /** What the next call is answered. */
  text: string;
  /** The next calls are refused with this sentence. */
  refusal: string | undefined;
  isDown: boolean;
}

const tool = (name: string, effect: string, properties: object, required: string[] = []) => ({
  name,
  about: `Does ${name}`,
  effect,
  schema: JSON.stringify({ type: 'object', properties, required, additionalProperties: false }),
});

export const GMAIL = {
  slug: 'gmail',
  name: 'Gmail',
  account: 'ada@example.com',
  writing: true,
  tools: [
    tool('search_messages', 'read', { query: { type: 'string' } }),
    tool('create_draft', 'write', { body: { type: 'string' } }, ['body']),
    tool('send_message', 'send', { to: { type: 'string', format: 'email' }, body: { type: 'string' } }, ['to', 'body']),
    tool('delete_message', 'delete', { id: { type: 'string' } }, ['id']),
  ],
};

export function hostApps(platform: Platform): HostedApps {
  const hosted: HostedApps = { apps: new Map(), calls: [], text: 'Nothing new.', refusal: undefined, isDown: false };
  hostLocally(
    'connections',
    (router) =>
      router.service(AppService, {
        listApps: (_request, { values }) => {
          if (hosted.isDown) throw new ConnectError('down', Code.Unavailable);
          return { apps: hosted.apps.get(values.get(rpcCtx)!.userId) ?? [] };
        },
        callTool: ({ app, tool: name, arguments: args, key }, { values }) => {
          if (hosted.isDown) throw new ConnectError('down', Code.Unavailable);
          hosted.calls.push({ userId: values.get(rpcCtx)!.userId, app, tool: name, args: JSON.parse(args), key });
          if (hosted.refusal !== undefined) throw new ConnectError(hosted.refusal, Code.FailedPrecondition);
          return { text: hosted.text };
        },
      }),
    new TokenVerifier('connections', platform.keys),
  );
  return hosted;
}
