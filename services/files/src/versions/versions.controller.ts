import { Controller, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, InputQuery, Responds } from '@zo/http';
import {
  deletedResponse,
  restoredVersion,
  type RestoreVersion,
  restoreVersion,
  versionsResponse,
  type VersionsQuery,
  versionsQuery,
} from './versions.dto.js';
import { VersionsService } from './versions.service.js';

@Controller('files')
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Get('versions')
  @Responds(versionsResponse)
  list(@CurrentCtx() ctx: Ctx, @InputQuery(versionsQuery) query: VersionsQuery) {
    return this.versions.list(ctx, query);
  }

  @Post('versions/restore')
  @Responds(restoredVersion)
  restore(@CurrentCtx() ctx: Ctx, @Input(restoreVersion) request: RestoreVersion) {
    return this.versions.restore(ctx, request);
  }

  @Get('deleted')
  @Responds(deletedResponse)
  deleted(@CurrentCtx() ctx: Ctx, @InputQuery(versionsQuery) query: VersionsQuery) {
    return this.versions.deleted(ctx, query);
  }
}
