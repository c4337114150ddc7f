/** An MCP server at an address: through the outbound client, bounded in bytes. */
import { SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { outboundFetch } from '@zo/outbound';
import { unreached } from '../models/provider-words.js';
import type { McpConnection, TransportLimits } from './mcp-client.js';

const MAX_BYTES = 4 * 1024 * 1024;

export interface ServerAddress {
  readonly userId: string;
  readonly name: string;
  readonly url: string;
  /** The header with the credential of the user; empty values are not sent. */
  readonly header: string;
  readonly secret: string;
  readonly allowPrivate: boolean;
}

export const byAddress = (server: ServerAddress): McpConnection => ({
  userId: server.userId,
  name: server.name,
  open: (limits) => transportTo(server, limits),
  explain: (found) => explain(server.name, found),
  withoutSecrets: (words) => (server.secret ? words.replaceAll(server.secret, '…') : words),
});

function transportTo(
  { url, header, secret, allowPrivate }: ServerAddress,
  { limit, broken, timeoutMs }: TransportLimits,
): StreamableHTTPClientTransport {
  // A redirect could lead the credential elsewhere.
  const policy = { allowPrivate, maxBytes: MAX_BYTES, maxRedirects: 0, idleTimeoutMs: timeoutMs };
  const fetch = async (address: string | URL, init: RequestInit = {}) => {
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const answer = (await outboundFetch(address, { ...init, signal } as never, policy)) as unknown as Response;
    if (!answer.body || init.method !== 'POST') return answer;
    const body = ReadableStream.from(watched(answer.body, (error) => broken.abort(error)));
    return new Response(body, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  };
  const headers = secret ? { [header]: secret } : {};
  return new StreamableHTTPClientTransport(new URL(url), { fetch, requestInit: { headers } });
}

async function* watched(body: ReadableStream<Uint8Array>, onError: (error: unknown) => void) {
  try {
    yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    onError(error);
    throw error;
  }
}

function explain(name: string, found: readonly unknown[]): string | undefined {
  if (unreached(found[0])) return `Nothing answers at the address of ${name}.`;
  const status = found.find((cause) => cause instanceof SdkHttpError)?.status;
  if (status === 401 || status === 403)
    return `${name} does not accept the token (${status}). Enter it again in Settings › Programs.`;
  if (status === 404 || status === 405) return `There is no MCP server at the address of ${name}.`;
  return undefined;
}
