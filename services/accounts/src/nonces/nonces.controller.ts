import { Controller, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds } from '@zo/http';
import { z } from 'zod';
import { NoncesService } from './nonces.service.js';

const nonceResponse = z.strictObject({ token: z.string(), edge_host: z.string() });

@Controller('tokens')
export class NoncesController {
  constructor(private readonly nonces: NoncesService) {}

  @Post('wss-nonce')
  @Responds(nonceResponse)
  issue(@CurrentCtx() ctx: Ctx) {
    return this.nonces.issue(ctx);
  }
}
