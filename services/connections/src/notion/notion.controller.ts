import { Controller, Get, Post, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import type { Response } from 'express';
import { untilClosed } from '../import/until-closed.js';
import { importedPage, type ImportNotion, importNotion, notionPages } from './notion.dto.js';
import { NotionService } from './notion.service.js';

@Controller('connections/notion')
export class NotionController {
  constructor(private readonly notion: NotionService) {}

  @Get('pages')
  @Responds(notionPages)
  list(@CurrentCtx() ctx: Ctx) {
    return this.notion.list(ctx);
  }

  @Post('import')
  @Responds(importedPage)
  import(
    @CurrentCtx() ctx: Ctx,
    @Input(importNotion) request: ImportNotion,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.notion.import(ctx, request, untilClosed(response));
  }
}
