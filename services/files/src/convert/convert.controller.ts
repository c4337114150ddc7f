import { Controller, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import { type ConvertFile, convertedFile, convertFile } from './convert.dto.js';
import { ConvertService } from './convert.service.js';

@Controller('files/convert')
export class ConvertController {
  constructor(private readonly conversions: ConvertService) {}

  @Post()
  @Responds(convertedFile)
  convert(@CurrentCtx() ctx: Ctx, @Input(convertFile) request: ConvertFile) {
    return this.conversions.convert(ctx, request);
  }
}
