import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import { clients, type SetClient, setClient, slug } from './app-clients.dto.js';
import { AppClientsService } from './app-clients.service.js';

@Controller('connections/clients')
export class AppClientsController {
  constructor(private readonly clients: AppClientsService) {}

  @Get()
  @Responds(clients)
  list(@CurrentCtx() ctx: Ctx) {
    return this.clients.list(ctx);
  }

  @Put(':provider')
  @RespondsNothing()
  set(
    @CurrentCtx() ctx: Ctx,
    @Param('provider', { schema: slug }) provider: string,
    @Input(setClient) client: SetClient,
  ): Promise<void> {
    return this.clients.set(ctx, provider, client);
  }

  @Delete(':provider')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Param('provider', { schema: slug }) provider: string): Promise<void> {
    return this.clients.remove(ctx, provider);
  }
}
