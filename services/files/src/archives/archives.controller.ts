import { Controller, Post, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import type { Response } from 'express';
import { whileWaited } from '../while-waited.js';
import {
  archiveListing,
  type ExtractArchive,
  extractArchive,
  extracted,
  type ListArchive,
  listArchive,
} from './archives.dto.js';
import { ArchivesService } from './archives.service.js';

@Controller('files/archive')
export class ArchivesController {
  constructor(private readonly archives: ArchivesService) {}

  @Post('list')
  @Responds(archiveListing)
  list(
    @CurrentCtx() ctx: Ctx,
    @Input(listArchive) request: ListArchive,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.archives.list(ctx, request, whileWaited(response));
  }

  @Post('extract')
  @Responds(extracted)
  extract(
    @CurrentCtx() ctx: Ctx,
    @Input(extractArchive) request: ExtractArchive,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.archives.extract(ctx, request, whileWaited(response));
  }
}
