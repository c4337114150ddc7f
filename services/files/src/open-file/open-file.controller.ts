import { Controller, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, Input } from '@zo/http';
import { type ReadFs, readFs, type ReadZ, readZ } from './open-file.dto.js';
import { openFile } from './open-file.presenter.js';
import { OpenFileService } from './open-file.service.js';

@Controller()
export class OpenFileController {
  constructor(private readonly files: OpenFileService) {}

  @Post('read-fs')
  @Responds(openFile)
  readFs(@CurrentCtx() ctx: Ctx, @Input(readFs) { slug, root, ...options }: ReadFs) {
    return this.files.read(ctx, { root, path: slug }, options);
  }

  @Post('read-z')
  @Responds(openFile)
  readZ(@CurrentCtx() ctx: Ctx, @Input(readZ) { absolutePath }: ReadZ) {
    return this.files.readAbsolute(ctx, absolutePath);
  }
}
