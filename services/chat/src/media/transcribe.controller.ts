import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { RespondsStream } from '@zo/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { transcribeEvents } from './transcribe-events.js';
import { TranscribeService } from './transcribe.service.js';

const kinds = z.enum(['audio', 'video']);

@Controller('transcribe')
export class TranscribeController {
  constructor(private readonly transcriptions: TranscribeService) {}

  /** TS-01 */
  @Post(':kind')
  @RespondsStream('text/event-stream', transcribeEvents)
  transcribe(
    @CurrentCtx() ctx: Ctx,
    @Param('kind', { schema: kinds }) kind: z.infer<typeof kinds>,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ) {
    return this.transcriptions.follow(ctx, kind, { request, response });
  }
}
