/** The MCP server (streamable HTTP, without sessions): other programs ask Zo, and use its files and chats. */
import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx, requireScope } from '@zo/auth';
import { RespondsStream } from '@zo/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { chatErrors } from '../../errors.js';
import { McpServers } from './mcp-servers.js';
import { answerWith, toFetchRequest } from './node-fetch.js';

const message = z.unknown().meta({ id: 'McpMessage', description: 'A message of the Model Context Protocol' });

type Parsed = IncomingMessage & { readonly body?: unknown };

@Controller('mcp')
export class McpController {
  constructor(private readonly servers: McpServers) {}

  @Post()
  @RespondsStream('text/event-stream', message)
  post(@CurrentCtx() ctx: Ctx, @Req() request: Parsed, @Res() response: ServerResponse) {
    return this.serve(ctx, request, response);
  }

  /** There are no sessions that a client could listen to; the answer says so in the protocol’s way. */
  @Get()
  @RespondsStream('text/event-stream', message)
  listen(@CurrentCtx() ctx: Ctx, @Req() request: Parsed, @Res() response: ServerResponse) {
    return this.serve(ctx, request, response);
  }

  @Delete()
  @RespondsStream('application/json')
  end(@CurrentCtx() ctx: Ctx, @Req() request: Parsed, @Res() response: ServerResponse) {
    return this.serve(ctx, request, response);
  }

  private async serve(ctx: Ctx, request: Parsed, response: ServerResponse): Promise<void> {
    requireScope(ctx, 'token');
    // Batches would multiply what the rate of a token counts as one request.
    if (Array.isArray(request.body)) throw chatErrors.noBatches();
    const { signal, fetchRequest } = toFetchRequest(request, response);
    await this.servers.serve(ctx, { request: fetchRequest, signal, parsedBody: request.body }, (answer) =>
      answerWith(response, answer),
    );
  }
}
