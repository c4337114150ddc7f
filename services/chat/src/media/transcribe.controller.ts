import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { InputQuery, Responds, RespondsStream } from '@zo/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { DictationService } from './dictation.service.js';
import { transcribeEvents } from './transcribe-events.js';
import { TranscribeService } from './transcribe.service.js';

const recorded = z.strictObject({ seconds: z.coerce.number().positive().max(660) });
const dictated = z.strictObject({ text: z.string() }).meta({ id: 'Dictated' });
const kinds = z.enum(['audio', 'video']);

@Controller('transcribe')
export class TranscribeController {
  constructor(
    private readonly transcriptions: TranscribeService,
    private readonly dictation: DictationService,
  ) {}

  /** The body is the recording. */
  @Post('voice')
  @Responds(dictated, 200)
  async dictate(
    @CurrentCtx() ctx: Ctx,
    @InputQuery(recorded) { seconds }: z.infer<typeof recorded>,
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
  ) {
    return { text: await this.dictation.write(ctx, { request, response, seconds }) };
  }

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
