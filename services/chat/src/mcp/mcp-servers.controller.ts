import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Id, Input, Responds, RespondsNothing } from '@zo/http';
import {
  type AddServer,
  addServer,
  type ChooseTools,
  chooseTools,
  mcpServer,
  mcpServers,
  presentServer,
} from './mcp-servers.dto.js';
import { McpServersService } from './mcp-servers.service.js';

@Controller('mcp-servers')
export class McpServersController {
  constructor(private readonly servers: McpServersService) {}

  @Get()
  @Responds(mcpServers)
  async list(@CurrentCtx() ctx: Ctx) {
    return { servers: (await this.servers.all(ctx)).map(presentServer) };
  }

  @Post()
  @Responds(mcpServer, 201)
  async add(@CurrentCtx() ctx: Ctx, @Input(addServer) input: AddServer) {
    return presentServer(await this.servers.add(ctx, input));
  }

  @Post(':id/test')
  @Responds(mcpServer)
  async test(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return presentServer(await this.servers.test(ctx, id));
  }

  @Put(':id/tools')
  @Responds(mcpServer)
  async choose(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(chooseTools) input: ChooseTools) {
    return presentServer(await this.servers.choose(ctx, id, input));
  }

  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.servers.remove(ctx, id);
  }
}
