/** Calls of tools by RPC, and answers of apps. */
import { ConnectError, createClient } from '@connectrpc/connect';
import { expect } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { AppService } from '@zo/proto/connections/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { type Answer, type Asked, sendJson } from '../../../infra/testing/product/fake-app.js';
import { ADA, test } from './connections-setup.js';

export const rpc = async (userId = ADA) => ({
  client: createClient(AppService, serviceTransport('connections', undefined)),
  options: await asCaller(test.platform.issuer, 'connections', systemCtx(userId)),
});
export async function call(name: string, args: unknown, { userId = ADA, key = crypto.randomUUID() as string } = {}) {
  const [app = '', tool = ''] = name.split('.');
  const { client, options } = await rpc(userId);
  return (await client.callTool({ app, tool, arguments: JSON.stringify(args), key }, options)).text;
}
export const refusal = (name: string, args: unknown, more: object = {}) =>
  call(name, args, more).then(
    (text) => `answered ${text}`,
    (error: unknown) => (error instanceof ConnectError ? error.rawMessage : String(error)),
  );
export const list = async (userId = ADA) => {
  const { client, options } = await rpc(userId);
  return (await client.listApps({}, options)).apps;
};
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_asked, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (body === undefined) response.writeHead(status === 200 ? 204 : status).end();
    else if (typeof body === 'string') response.writeHead(status).end(body);
    else sendJson(response, status, body);
  };
export function lineOf({ method, url, headers }: Asked): string {
  const argument = headers['dropbox-api-arg'];
  return `${method} ${url.host}${url.pathname}${url.search}${argument ? ` ${String(argument)}` : ''}`;
}
export const bodyOf = ({ headers, body }: Asked): unknown =>
  headers['content-type']?.startsWith('application/json') ? JSON.parse(body) : body;
/** `…word…` is any text with that word. */
export const matching = (sends: unknown): unknown => {
  const query = (sends as { query?: string } | undefined)?.query;
  const [, word] = /^…(.*)…$/.exec(query ?? '') ?? [];
  return word === undefined ? sends : { ...(sends as object), query: expect.stringContaining(word) };
};
export const shownAs = (text: string, like: unknown): unknown => (typeof like === 'string' ? text : JSON.parse(text));
