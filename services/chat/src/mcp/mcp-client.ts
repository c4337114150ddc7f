/** One connection to an MCP server: through the outbound client, bounded in bytes and time, closed after its use. */
import {
  Client,
  type ClientOptions,
  type JsonSchemaValidator,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { isServiceError } from '@zo/errors';
import { outboundFetch } from '@zo/outbound';
import { causes, quoting, unreached } from '../models/provider-words.js';
import { inSlotOf } from '../media/user-slots.js';
import { McpError } from './mcp-error.js';
import { type ListedTool, MAX_TOOLS, readTool } from './server-tool.js';

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PAGES = 5;
const CALL_MS = 60_000;

export interface McpConnection {
  readonly userId: string;
  readonly name: string;
  readonly url: string;
  /** The header with the credential of the user; empty values are not sent. */
  readonly header: string;
  readonly secret: string;
  readonly allowPrivate: boolean;
}

/** What a call answered, as the protocol has it. */
export interface McpResult {
  readonly content: readonly { readonly type: string; readonly [key: string]: unknown }[];
  readonly isError: boolean;
}

/** A connection in use. */
export interface OpenServer {
  list(): Promise<ListedTool[]>;
  call(name: string, args: Record<string, unknown>): Promise<McpResult>;
}

/** @throws McpError, or the reason of the signal */
export function withServer<T>(
  connection: McpConnection,
  signal: AbortSignal,
  work: (server: OpenServer) => Promise<T>,
): Promise<T> {
  return inSlotOf(`mcp ${connection.userId}`, signal, async () => {
    const late = AbortSignal.timeout(CALL_MS);
    // The library leaves a request open whose answer breaks off.
    const broken = new AbortController();
    const limit = AbortSignal.any([signal, late, broken.signal]);
    // Their validators would run patterns that the server wrote.
    const client = new Client({ name: 'zo', version: '1' }, { jsonSchemaValidator: TAKES_ALL });
    try {
      const options = { signal: limit, timeout: CALL_MS };
      await client.connect(transportTo(connection, { limit, broken }), options);
      return await work(openServer(client, options));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof McpError) throw error;
      throw new McpError(explain(broken.signal.aborted ? broken.signal.reason : error, connection, late.aborted), {
        cause: error,
      });
    } finally {
      await client.close().catch(() => undefined);
    }
  });
}

const TAKES_ALL: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: <T>() =>
    ((data: unknown) => ({ valid: true, data: data as T, errorMessage: undefined })) as JsonSchemaValidator<T>,
};

function transportTo(
  { url, header, secret, allowPrivate }: McpConnection,
  { limit, broken }: { limit: AbortSignal; broken: AbortController },
) {
  // A redirect could lead the credential elsewhere.
  const policy = { allowPrivate, maxBytes: MAX_BYTES, maxRedirects: 0, idleTimeoutMs: CALL_MS };
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

const openServer = (client: Client, options: { signal: AbortSignal; timeout: number }): OpenServer => ({
  list: async () => {
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const listed = await client.listTools(cursor === undefined ? {} : { cursor }, options);
      for (const tool of listed.tools) {
        const read = readTool(tool);
        if (read && !tools.some(({ name }) => name === read.name)) tools.push(read);
      }
      cursor = listed.nextCursor;
      if (cursor === undefined || tools.length >= MAX_TOOLS) break;
    }
    return tools.slice(0, MAX_TOOLS);
  },
  call: async (name, args) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args }, options);
    return { content: content as McpResult['content'], isError };
  },
});

function explain(error: unknown, { name, secret }: McpConnection, isLate: boolean): string {
  const found = causes(error);
  const refused = found.find((cause) => isServiceError(cause));
  if (refused && isServiceError(refused)) return refused.detail;
  const isTimeout = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
  if (isLate || isTimeout) return `${name} did not answer in time.`;
  if (unreached(error)) return `Nothing answers at the address of ${name}.`;
  const status = found.find((cause) => cause instanceof SdkHttpError)?.status;
  if (status === 401 || status === 403)
    return `${name} does not accept the token (${status}). Enter it again in Settings › Programs.`;
  if (status === 404 || status === 405) return `There is no MCP server at the address of ${name}.`;
  const words = error instanceof Error ? error.message : '';
  return quoting(`${name} could not be used.`, secret ? words.replaceAll(secret, '…') : words);
}
