import { Controller, Get, Head, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsStream } from '@zo/http';
import type { Request, Response } from 'express';
import { ownLocationOfUrl } from '../raw/raw-address.js';
import { contentAddress, contentOriginsResponse, type OpenContent, openContent } from './content.dto.js';
import { ContentService } from './content.service.js';

const PREFIX = '/api/content/';

@Controller()
export class ContentController {
  constructor(private readonly content: ContentService) {}

  @Get('files/content')
  @Responds(contentOriginsResponse)
  origins() {
    return { origins: this.content.origins ?? null };
  }

  @Post('files/content')
  @Responds(contentAddress)
  open(@CurrentCtx() ctx: Ctx, @Input(openContent) location: OpenContent) {
    return this.content.issue(ctx, location);
  }

  @Head('content/*path')
  @RespondsStream('application/octet-stream')
  head(@CurrentCtx() ctx: Ctx, @Req() request: Request, @Res() response: Response) {
    return this.content.send(ctx, ownLocationOfUrl(request.url, PREFIX), { request, response });
  }

  @Get('content/*path')
  @RespondsStream('application/octet-stream')
  get(@CurrentCtx() ctx: Ctx, @Req() request: Request, @Res() response: Response) {
    return this.content.send(ctx, ownLocationOfUrl(request.url, PREFIX), { request, response });
  }
}
