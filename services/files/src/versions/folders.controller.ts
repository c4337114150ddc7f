import { Controller, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, InputQuery, Responds } from '@zo/http';
import {
  folderFilesQuery,
  type FolderFilesQuery,
  folderFilesResponse,
  momentsQuery,
  type MomentsQuery,
  momentsResponse,
  restoredFolder,
  restoreFolder,
  type RestoreFolder,
  undoRestore,
  type UndoRestore,
} from './folders.dto.js';
import { FolderVersionsService } from './folders.service.js';

@Controller('files/versions')
export class FolderVersionsController {
  constructor(private readonly folders: FolderVersionsService) {}

  @Get('folder')
  @Responds(momentsResponse)
  moments(@CurrentCtx() ctx: Ctx, @InputQuery(momentsQuery) query: MomentsQuery) {
    return this.folders.moments(ctx, query);
  }

  @Get('folder/files')
  @Responds(folderFilesResponse)
  files(@CurrentCtx() ctx: Ctx, @InputQuery(folderFilesQuery) query: FolderFilesQuery) {
    return this.folders.files(ctx, query);
  }

  @Post('folder/restore')
  @Responds(restoredFolder)
  restore(@CurrentCtx() ctx: Ctx, @Input(restoreFolder) request: RestoreFolder) {
    return this.folders.restore(ctx, request);
  }

  @Post('folder/undo')
  @Responds(restoredFolder)
  undo(@CurrentCtx() ctx: Ctx, @Input(undoRestore) request: UndoRestore) {
    return this.folders.undo(ctx, request);
  }
}
