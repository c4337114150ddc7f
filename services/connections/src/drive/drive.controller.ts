import { Controller, Get, Post, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, InputQuery, Responds } from '@zo/http';
import type { Response } from 'express';
import { untilClosed } from '../import/until-closed.js';
import { driveFiles, type ImportDrive, importDrive, imported, type ListDrive, listDrive } from './drive.dto.js';
import { DriveService } from './drive.service.js';

@Controller('connections/drive')
export class DriveController {
  constructor(private readonly drive: DriveService) {}

  @Get('files')
  @Responds(driveFiles)
  list(@CurrentCtx() ctx: Ctx, @InputQuery(listDrive) { folder_id }: ListDrive) {
    return this.drive.list(ctx, folder_id);
  }

  @Post('import')
  @Responds(imported)
  import(
    @CurrentCtx() ctx: Ctx,
    @Input(importDrive) request: ImportDrive,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.drive.import(ctx, request, untilClosed(response));
  }
}
