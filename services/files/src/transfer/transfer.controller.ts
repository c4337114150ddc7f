import { Controller, Post, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, RespondsStream } from '@zo/http';
import type { Response } from 'express';
import { whileWaited } from '../while-waited.js';
import { Progress } from './progress.js';
import { type Sending, sending, sendingLine } from './transfer.dto.js';
import { TransferService } from './transfer.service.js';

@Controller('files')
export class TransferController {
  constructor(private readonly transfers: TransferService) {}

  /** It ends when the caller hangs up. What was being sent is not there then, and stays where it was. */
  @Post('transfer')
  @RespondsStream('application/x-ndjson', sendingLine)
  async transfer(@CurrentCtx() ctx: Ctx, @Input(sending) request: Sending, @Res() response: Response) {
    const progress = new Progress(response);
    await progress.during((tell) => this.transfers.send(ctx, request, { signal: whileWaited(response), tell }));
  }
}
