import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { findRows, repositoryOf, valuesOf } from '@zo/db';
import { McpServerRow } from './mcp-server.entity.js';
import type { ServerTool } from './server-tool.js';

@Injectable()
export class McpServersRepository {
  /** Oldest first. */
  all(ctx: Ctx): Promise<McpServerRow[]> {
    return findRows(ctx, McpServerRow, { where: { userId: ctx.userId }, order: ['createdAt', 'id'] });
  }

  /** Locked until the end of the transaction, because a change depends on the tools that are there. */
  toChange(ctx: Ctx, id: string): Promise<McpServerRow | null> {
    return repositoryOf(ctx, McpServerRow).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async insert(ctx: Ctx, row: Omit<McpServerRow, 'createdAt'>): Promise<void> {
    await repositoryOf(ctx, McpServerRow).insert(valuesOf<McpServerRow>(row));
  }

  async setTools(ctx: Ctx, id: string, tools: readonly ServerTool[]): Promise<void> {
    await repositoryOf(ctx, McpServerRow).update({ id }, valuesOf<McpServerRow>({ tools }));
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await repositoryOf(ctx, McpServerRow).delete({ id })).affected === 1;
  }
}
