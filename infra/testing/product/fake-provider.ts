/** A fake model provider: speaks the wire format of OpenAI-compatible servers and fails in scripted ways. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatRequest {
  readonly messages: {
    role: string;
    content: unknown;
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  }[];
  readonly tools?: { function: { name: string } }[];
  readonly tool_choice?: unknown;
}

export interface Seen {
  readonly request: ChatRequest;
  /** The Authorization header of the request. */
  readonly authorization: string | undefined;
  /** True when the product closed the connection before the response was complete. */
  cancelled: boolean;
}

export type Script = (answer: Answer, request: ChatRequest) => Promise<void> | void;

/** One response, written piece by piece. */
export class Answer {
  private calls = 0;

  constructor(
    readonly response: ServerResponse,
    private readonly seen: Seen,
  ) {}

  get cancelled(): boolean {
    return this.seen.cancelled;
  }

  status(
    code: number,
    headers: Record<string, string> = {},
    body: unknown = { error: { message: `status ${code}` } },
  ): void {
    this.response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  raw(bytes: string | Buffer): void {
    if (!this.response.headersSent) this.response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.response.write(bytes);
  }

  event(data: unknown): void {
    this.raw(`data: ${JSON.stringify(data)}\n\n`);
  }

  text(content: string): void {
    this.event(chunk({ content }));
  }

  thought(text: string): void {
    this.event(chunk({ reasoning_content: text }));
  }

  call(id: string, name: string, args: unknown): void {
    const index = this.calls++;
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    this.event(chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] }));
  }

  end(reason = 'stop', usage: object = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }): void {
    this.event({ ...chunk({}, reason), usage });
    this.raw('data: [DONE]\n\n');
    this.response.end();
  }

  reset(): void {
    this.response.socket?.resetAndDestroy();
  }
}

/** One event of a stream. */
export const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
});

export interface FakeProvider {
  readonly url: string;
  readonly requests: Seen[];
  /** Scripts for the next requests, in order; the last one repeats. */
  script(...answers: Script[]): void;
  stop(): Promise<void>;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  let scripts: Script[] = [(answer) => answer.end()];
  const requests: Seen[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url?.endsWith('/models'))
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ data: [{ id: 'small-mini' }, { id: 'big' }, { id: 'text-embedding-3' }] }));
    void body(request).then((json) => {
      const seen: Seen = {
        request: json as ChatRequest,
        authorization: request.headers.authorization,
        cancelled: false,
      };
      requests.push(seen);
      response.on('close', () => (seen.cancelled = !response.writableEnded));
      const script = scripts.length > 1 ? scripts.shift()! : scripts[0]!;
      return script(new Answer(response, seen), seen.request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...answers) => (scripts = answers),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function body(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const part of request) chunks.push(part as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
}

/** The last user message in a request. */
export const lastUserText = (request: ChatRequest): string => {
  const content = request.messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
};
