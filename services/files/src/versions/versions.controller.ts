import { Controller, Get, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, InputQuery, Responds } from '@zo/http';
import {
  type CountLines,
  countLines,
  deletedResponse,
  historyChange,
  type HistoryChange,
  historySettingsResponse,
  linesResponse,
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

  @Post('versions/lines')
  @Responds(linesResponse)
  lines(@CurrentCtx() ctx: Ctx, @Input(countLines) request: CountLines) {
    return this.versions.lines(ctx, request);
  }

  @Post('versions/restore')
  @Responds(restoredVersion)
  restore(@CurrentCtx() ctx: Ctx, @Input(restoreVersion) request: RestoreVersion) {
    return this.versions.restore(ctx, request);
  }

  @Get('versions/settings')
  @Responds(historySettingsResponse)
  settings(@CurrentCtx() ctx: Ctx) {
    return this.versions.settings(ctx);
  }

  @Put('versions/settings')
  @Responds(historySettingsResponse)
  changeSettings(@CurrentCtx() ctx: Ctx, @Input(historyChange) settings: HistoryChange) {
    return this.versions.changeSettings(ctx, settings);
  }

  @Get('deleted')
  @Responds(deletedResponse)
  deleted(@CurrentCtx() ctx: Ctx, @InputQuery(versionsQuery) query: VersionsQuery) {
    return this.versions.deleted(ctx, query);
  }
}
