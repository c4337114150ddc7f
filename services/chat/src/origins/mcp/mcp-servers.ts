/**
 * A server object for each request, with the tools that the token's scopes allow; so any process answers any request.
 */
import { Injectable } from '@nestjs/common';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { type Ctx, permits } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { isServiceError } from '@zo/errors';
import { logger } from '@zo/observability';
import { explainToolError } from '../../tools/tool-errors.js';
import { AskZo } from './ask-zo.js';
import { ChatTools } from './chat-tools.js';
import { FileTools } from './file-tools.js';
import { McpSlots } from './mcp-slots.js';
import { type OfferedTool, textResult } from './offered-tool.js';

const log = logger('chat:mcp');

interface Served {
  readonly request: Request;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly parsedBody: unknown;
}

@Injectable()
export class McpServers {
  private readonly tools: readonly OfferedTool[];

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly platform: Platform,
    private readonly slots: McpSlots,
    { ask }: AskZo,
    files: FileTools,
    chats: ChatTools,
  ) {
    this.tools = [ask, ...files.tools, ...chats.tools];
  }

  /** Resolves when the answer was sent. */
  async serve(ctx: Ctx, served: Served, send: (answer: Response) => Promise<void>): Promise<void> {
    const { request, signal, parsedBody } = served;
    const handler = createMcpHandler(() => this.serverFor(ctx, signal), {
      maxSubscriptions: 1,
      onerror: (error) => log.warn({ error }, 'an MCP request was refused'),
    });
    try {
      await send(await handler.fetch(request, { parsedBody }));
    } finally {
      await handler.close();
    }
  }

  private serverFor(ctx: Ctx, signal: AbortSignal): McpServer {
    const name = this.platform.config.ZO_PRODUCT_NAME;
    const server = new McpServer({ name, version: '1' }, { instructions: INSTRUCTIONS });
    for (const tool of this.tools) if (permits(ctx, tool.scope)) this.offer(server, tool, { ctx, signal });
    return server;
  }

  private offer(server: McpServer, tool: OfferedTool, { ctx, signal }: { ctx: Ctx; signal: AbortSignal }): void {
    const { title, description, input, changes } = tool;
    const annotations = { readOnlyHint: !changes, openWorldHint: tool.scope === 'chats:write' };
    server.registerTool(
      tool.name,
      { title, description, inputSchema: input, annotations },
      async (args, { mcpReq }) => {
        const progressToken = mcpReq._meta?.progressToken;
        const progress = async (count: number, message: string) => {
          if (progressToken === undefined) return;
          const params = { progressToken, progress: count, message };
          await mcpReq.notify({ method: 'notifications/progress', params });
        };
        try {
          const ended = AbortSignal.any([signal, mcpReq.signal]);
          return await this.slots.run(ctx.userId, () => tool.execute(args, { ctx, signal: ended, progress }));
        } catch (error) {
          return { ...textResult(sentenceOf(error, tool.name)), isError: true };
        }
      },
    );
  }
}

const INSTRUCTIONS =
  'Zo is the assistant of a personal cloud computer. ask_zo gives it work in a chat that its person can see; ' +
  'the other tools read and write the files of that computer and read its chats.';

/** One sentence, for the program that called. */
function sentenceOf(error: unknown, tool: string): string {
  if (isServiceError(error) && error.status < 500) return error.detail;
  const { message, code } = explainToolError(error);
  if (code === 'unexpected') log.error({ error, tool }, 'a tool of the MCP server failed');
  return message;
}
