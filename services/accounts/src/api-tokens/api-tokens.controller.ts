import { Controller, Delete, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Id, Input, Responds, RespondsNothing } from '@zo/http';
import { tokenMade, type TokenRequest, tokenRequest, tokensResponse } from './api-tokens.dto.js';
import { ApiTokensService } from './api-tokens.service.js';

@Controller('tokens')
export class ApiTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  @Get()
  @Responds(tokensResponse)
  list(@CurrentCtx() ctx: Ctx) {
    return this.tokens.list(ctx);
  }

  @Post()
  @Responds(tokenMade, 201)
  make(@CurrentCtx() ctx: Ctx, @Input(tokenRequest) request: TokenRequest) {
    return this.tokens.make(ctx, request);
  }

  @Delete(':id')
  @RespondsNothing()
  revoke(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.tokens.revoke(ctx, id);
  }
}
