/**
 * One connection to an MCP server, by address or to a program in the computer: bounded in time, closed after its use.
 */
import {
  Client,
  type ClientOptions,
  type JsonSchemaValidator,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import { isServiceError } from '@zo/errors';
import { causes, quoting } from '../models/provider-words.js';
import { inSlotOf } from '../media/user-slots.js';
import { McpError } from './mcp-error.js';
import { type ListedTool, MAX_TOOLS, readTool } from './server-tool.js';

const MAX_PAGES = 5;
const CALL_MS = 60_000;

export interface TransportLimits {
  readonly limit: AbortSignal;
  /** Aborted with the reason when the connection broke, of which the library does not tell. */
  readonly broken: AbortController;
  readonly timeoutMs: number;
}

export interface McpConnection {
  readonly userId: string;
  readonly name: string;
  readonly open: (limits: TransportLimits) => Transport;
  /** What to say of an error of this kind of connection; undefined if it is none. */
  readonly explain: (found: readonly unknown[]) => string | undefined;
  /** Removes what nobody may see from the words of the server. */
  readonly withoutSecrets: (words: string) => string;
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
      await client.connect(connection.open({ limit, broken, timeoutMs: CALL_MS }), options);
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

function explain(error: unknown, { name, explain: ofKind, withoutSecrets }: McpConnection, isLate: boolean): string {
  const found = causes(error);
  const isTimeout = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
  if (isLate || isTimeout) return `${name} did not answer in time.`;
  const explained = ofKind(found) ?? found.find((cause) => isServiceError(cause))?.detail;
  if (explained !== undefined) return explained;
  const words = error instanceof Error ? error.message : '';
  return quoting(`${name} could not be used.`, withoutSecrets(words));
}
