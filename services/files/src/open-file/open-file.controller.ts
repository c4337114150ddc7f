import { Controller, HttpCode, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { Input } from '@zo/shared/http';
import { type ReadFs, readFs, type ReadZ, readZ } from './open-file.dto.js';
import { OpenFileService } from './open-file.service.js';

@Controller()
export class OpenFileController {
  constructor(private readonly files: OpenFileService) {}

  @Post('read-fs')
  @HttpCode(200)
  readFs(@CurrentCtx() ctx: Ctx, @Input(readFs) { slug, root }: ReadFs) {
    return this.files.read(ctx, { root, path: slug });
  }

  @Post('read-z')
  @HttpCode(200)
  readZ(@CurrentCtx() ctx: Ctx, @Input(readZ) { absolutePath }: ReadZ) {
    return this.files.readAbsolute(ctx, absolutePath);
  }
}
