import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsStream } from '@zo/http';
import type { Request, Response } from 'express';
import { slug } from '../clients/app-clients.dto.js';
import { connectionErrors } from '../errors.js';
import { type ConnectApp, connectApp, connectedApps, consent, disconnected } from './connections.dto.js';
import { ConnectionsService } from './connections.service.js';

@Controller('connections')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get('apps')
  @Responds(connectedApps)
  list(@CurrentCtx() ctx: Ctx) {
    return this.connections.list(ctx);
  }

  @Post('apps/:slug/connect')
  @Responds(consent)
  connect(
    @CurrentCtx() ctx: Ctx,
    @Param('slug', { schema: slug }) app: string,
    @Input(connectApp) { writing }: ConnectApp,
  ) {
    return this.connections.connect(ctx, app, writing);
  }

  @Delete('apps/:slug')
  @Responds(disconnected)
  disconnect(@CurrentCtx() ctx: Ctx, @Param('slug', { schema: slug }) app: string) {
    return this.connections.disconnect(ctx, app);
  }

  /** Opened by the browser itself, from the page of the app. */
  @Get('callback')
  @RespondsStream('text/html')
  async callback(@CurrentCtx() ctx: Ctx, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { 'sec-fetch-dest': dest = 'document' } = request.headers;
    if (dest !== 'document') throw connectionErrors.notTopLevel();
    const { searchParams } = new URL(request.url, 'http://connections');
    const { slug: app = '', outcome } = await this.connections.finish(ctx, searchParams);
    const query = new URLSearchParams({ outcome, ...(app && { app }) });
    response.redirect(303, `/settings?${query.toString()}#connections`);
  }
}
