import { Controller, Get, Post, Put, Req } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { errors } from '@zo/errors';
import { Responds, RespondsNothing, Id, Input } from '@zo/http';
import type { Request } from 'express';
import { ChunksService } from './chunks.service.js';
import { SingleService } from './single.service.js';
import {
  type Abort,
  abort,
  chunkHeaders,
  type ChunkHeaders,
  chunkReceived,
  type Complete,
  complete,
  type Init,
  init,
  uploadResponse,
  uploadBegun,
  uploadDone,
  uploadsResponse,
} from './uploads.dto.js';
import { UploadsService } from './uploads.service.js';

@Controller('file-uploads')
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly chunks: ChunksService,
    private readonly single: SingleService,
  ) {}

  @Get()
  @Responds(uploadsResponse)
  list(@CurrentCtx() ctx: Ctx) {
    return this.uploads.list(ctx);
  }

  @Get(':id')
  @Responds(uploadResponse)
  status(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.uploads.status(ctx, id);
  }

  @Post('init')
  @Responds(uploadBegun, 201)
  init(@CurrentCtx() ctx: Ctx, @Input(init) request: Init) {
    return this.uploads.init(ctx, request);
  }

  @Put('chunk')
  @Responds(chunkReceived)
  chunk(@CurrentCtx() ctx: Ctx, @Req() request: Request) {
    return this.chunks.put(ctx, readHeaders(request), request);
  }

  @Post('complete')
  @Responds(uploadDone)
  complete(@CurrentCtx() ctx: Ctx, @Input(complete) request: Complete) {
    return this.uploads.complete(ctx, request);
  }

  @Post('abort')
  @RespondsNothing()
  abort(@CurrentCtx() ctx: Ctx, @Input(abort) { uploadId }: Abort) {
    return this.uploads.abort(ctx, uploadId);
  }

  @Post('single')
  @Responds(uploadDone, 201)
  putSingle(@CurrentCtx() ctx: Ctx, @Req() request: Request) {
    return this.single.put(ctx, request);
  }
}

function readHeaders(request: Request): ChunkHeaders {
  const parsed = chunkHeaders.safeParse(request.headers);
  if (parsed.success) return parsed.data;
  const reason = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw errors.invalid({ reason });
}
