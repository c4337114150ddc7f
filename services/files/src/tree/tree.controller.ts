import { Controller, Get, Post, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, RespondsStream, Input, InputQuery, anyLocationResponse } from '@zo/http';
import type { Response } from 'express';
import { ListingService } from './listing.service.js';
import {
  columnsResponse,
  type Create,
  create,
  type ListQuery,
  listQuery,
  type Rename,
  rename,
  results,
  type Transfer,
  transfer,
  type Write,
  write,
  written,
} from './tree.dto.js';
import { TreeService } from './tree.service.js';

@Controller('files')
export class TreeController {
  constructor(
    private readonly tree: TreeService,
    private readonly listing: ListingService,
  ) {}

  @Get('list')
  @RespondsStream('application/x-ndjson', columnsResponse)
  list(@CurrentCtx() ctx: Ctx, @InputQuery(listQuery) query: ListQuery, @Res() response: Response) {
    return this.listing.send(ctx, query, response);
  }

  @Post('create')
  @Responds(anyLocationResponse, 201)
  create(@CurrentCtx() ctx: Ctx, @Input(create) request: Create) {
    return this.tree.create(ctx, request);
  }

  @Post('write')
  @Responds(written)
  write(@CurrentCtx() ctx: Ctx, @Input(write) request: Write) {
    return this.tree.write(ctx, request);
  }

  @Post('rename')
  @Responds(anyLocationResponse)
  rename(@CurrentCtx() ctx: Ctx, @Input(rename) request: Rename) {
    return this.tree.rename(ctx, request);
  }

  @Post('move')
  @Responds(results)
  move(@CurrentCtx() ctx: Ctx, @Input(transfer) request: Transfer) {
    return this.tree.move(ctx, request);
  }

  @Post('copy')
  @Responds(results)
  copy(@CurrentCtx() ctx: Ctx, @Input(transfer) request: Transfer) {
    return this.tree.copy(ctx, request);
  }
}
