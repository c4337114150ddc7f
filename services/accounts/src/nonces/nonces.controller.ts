import { Controller, HttpCode, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { NoncesService } from './nonces.service.js';

@Controller('tokens')
export class NoncesController {
  constructor(private readonly nonces: NoncesService) {}

  @Post('wss-nonce')
  @HttpCode(200)
  issue(@CurrentCtx() ctx: Ctx) {
    return this.nonces.issue(ctx);
  }
}
