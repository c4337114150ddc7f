/** An MCP server at an address: through the outbound client, bounded in bytes. */
import { SdkErrorCode, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { outboundFetch } from '@zo/outbound';
import { quoting, spokenIn, unreached } from '../models/provider-words.js';
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
  explain: (found) => explain(server, found),
  withoutSecrets: (words) => withoutSecret(server, words),
});

const withoutSecret = ({ secret }: ServerAddress, words: string) => (secret ? words.replaceAll(secret, '…') : words);

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

/** Names the host that was tried, without the path, in which a secret can be. */
function explain(server: ServerAddress, found: readonly unknown[]): string | undefined {
  const { host, hostname } = new URL(server.url);
  const check = `Check the address of ${server.name}.`;
  const codes = found.map((cause) => (cause as { code?: unknown }).code);
  if (codes.some((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN'))
    return `${hostname} cannot be found. ${check}`;
  if (unreached(found[0])) return `Nothing answers at ${host}. Start the server there. ${check}`;
  if (codes.includes('outbound.too_many_redirects'))
    return `${host} sends on to another address. Enter the one that it leads to.`;
  const answer = found.find((cause) => cause instanceof SdkHttpError);
  if (answer) return ofStatus(answer, server);
  const { name, message } = found[0] as Error;
  if (codes.includes(SdkErrorCode.ClientHttpUnexpectedContent) || NO_PROTOCOL.includes(name))
    return `${host} answers with something else than MCP, like a web page. ${check} It often ends with /mcp.`;
  if (message === 'fetch failed') return `The connection to ${host} failed: ${reasonOf(found)}. ${check}`;
  return undefined;
}

/** Of answers that are no JSON, or other JSON. */
const NO_PROTOCOL = ['SyntaxError', 'ZodError', '$ZodError'];

/** The library of TLS puts the lines of its own code around the reason. */
const reasonOf = (found: readonly unknown[]) =>
  (found.at(-1) as Error).message.replace(/^.*SSL routines:\w*:([^:]+):[^]*$/, '$1').trim();

function ofStatus({ status, data }: SdkHttpError, server: ServerAddress): string {
  const { name, url, secret } = server;
  const { host } = new URL(url);
  if (status === 401 || status === 403)
    return secret
      ? `${host} does not accept the token (${status}). Add ${name} with another one in Settings › Programs.`
      : `${host} asks for a token (${status}). Add ${name} with its token in Settings › Programs.`;
  if (status === 404 || status === 405)
    return `There is no MCP server at this address of ${host} (${status}). Check the address of ${name}.`;
  const words = withoutSecret(server, spokenIn(String(data.text ?? '')));
  return quoting(`${host} answers with error ${status}. Try again later, or check the address of ${name}.`, words);
}
