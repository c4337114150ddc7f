/** AppService: chat lists the tools of a user's apps and uses them. Tokens stay here. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { isServiceError } from '@zo/errors';
import type { CallToolRequest } from '@zo/proto/connections/v1';
import { rpcCtx } from '@zo/rpc';
import { z } from 'zod';
import type { AppTool } from '../apps/tools/app-tool.js';
import { ToolsService } from './tools.service.js';

const MAX_KEY = 200;

@Injectable()
export class AppsRpc {
  private readonly schemas = new Map<AppTool, string>();

  constructor(private readonly tools: ToolsService) {}

  async list(context: HandlerContext) {
    const found = await this.tools.list(callerOf(context));
    return {
      apps: found.map(({ app, row, tools }) => ({
        slug: app.slug,
        name: app.name,
        account: row.account ?? '',
        writing: row.writes,
        tools: tools.map((tool) => ({
          name: tool.name,
          about: tool.about,
          effect: tool.effect,
          schema: this.schemaOf(tool),
        })),
      })),
    };
  }

  async call({ app, tool, arguments: args, key }: CallToolRequest, context: HandlerContext) {
    const ctx = callerOf(context);
    if (key === '' || key.length > MAX_KEY) throw new ConnectError('a key is needed', Code.InvalidArgument);
    try {
      return { text: await this.tools.call(ctx, { app, tool, args, key }, context.signal) };
    } catch (error) {
      // Whatever its status is for people, it is a sentence for whoever called.
      if (!isServiceError(error) || !error.code.startsWith('connections.')) throw error;
      throw new ConnectError(error.detail, Code.FailedPrecondition);
    }
  }

  private schemaOf(tool: AppTool): string {
    const known = this.schemas.get(tool);
    if (known !== undefined) return known;
    const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input' });
    const written = JSON.stringify(schema);
    this.schemas.set(tool, written);
    return written;
  }
}

/** @throws Unauthenticated */
function callerOf({ values }: HandlerContext): Ctx {
  const ctx = values.get(rpcCtx);
  if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
  return ctx;
}
