import { Controller, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import { type HitsQuery, hitsQuery, hitsResponse, type Replace, replace, replaceResponse } from './replace.dto.js';
import { ReplaceService } from './replace.service.js';

@Controller('files')
export class ReplaceController {
  constructor(private readonly replacing: ReplaceService) {}

  @Post('search/hits')
  @Responds(hitsResponse)
  hits(@CurrentCtx() ctx: Ctx, @Input(hitsQuery) query: HitsQuery) {
    return this.replacing.hits(ctx, query);
  }

  @Post('replace')
  @Responds(replaceResponse)
  replace(@CurrentCtx() ctx: Ctx, @Input(replace) request: Replace) {
    return this.replacing.replace(ctx, request);
  }
}
