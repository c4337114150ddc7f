/** An MCP server of the protocol's own library, whose tools a test chooses, and which misbehaves as it is told. */
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface FakeTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
  readonly annotations?: object;
}

/** Content of a result, or a whole result. */
export type FakeAnswer = (args: Record<string, unknown>) => unknown;

export interface FakeMcp {
  readonly url: string;
  /** The tools it lists from now on. */
  tools: readonly FakeTool[];
  /** What each call answers. */
  answer: FakeAnswer;
  /** The calls of tools so far. */
  readonly calls: { readonly name: string; readonly args: Record<string, unknown> }[];
  /** The headers of every request so far. */
  readonly headers: IncomingMessage['headers'][];
  /** Answers all requests in this way instead; undefined ends that. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  stop(): Promise<void>;
}

export const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

export async function startFakeMcp(tools: readonly FakeTool[] = []): Promise<FakeMcp> {
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const fake: FakeMcp = {
    url,
    tools,
    answer: () => text('fine'),
    calls: [],
    headers: [],
    instead: undefined,
    stop: async () => {
      const closed = once(server, 'close');
      server.closeAllConnections();
      server.close();
      await closed;
    },
  };
  const handler = createMcpHandler(() => serverOf(fake));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    fake.headers.push(request.headers);
    const body = await buffer(request);
    if (fake.instead) return fake.instead(request, response);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const { method = 'GET' } = request;
    const answer = await handler.fetch(new Request(url, { method, headers, ...(body.length > 0 && { body }) }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  }
  return fake;
}

function serverOf(fake: FakeMcp): Server {
  const server = new Server({ name: 'fake', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: fake.tools.map(({ inputSchema = { type: 'object' }, ...tool }) => ({ ...tool, inputSchema }) as never),
  }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }) => {
    fake.calls.push({ name, args });
    return fake.answer(args) as never;
  });
  return server;
}
