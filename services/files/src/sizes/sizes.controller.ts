import { Controller, Post, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import type { Response } from 'express';
import { whileWaited } from '../while-waited.js';
import { type Measure, measure, measured } from './sizes.dto.js';
import { SizesService } from './sizes.service.js';

@Controller('files')
export class SizesController {
  constructor(private readonly sizes: SizesService) {}

  @Post('size')
  @Responds(measured)
  measure(@CurrentCtx() ctx: Ctx, @Input(measure) request: Measure, @Res({ passthrough: true }) response: Response) {
    return this.sizes.measure(ctx, request, whileWaited(response));
  }
}
