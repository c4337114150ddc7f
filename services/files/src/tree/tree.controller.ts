import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { Input, InputQuery } from '@zo/shared/http';
import { type Create, create, type ListQuery, listQuery, type Rename, rename, type Transfer, transfer, type Write, write } from './tree.dto.js';
import { TreeService } from './tree.service.js';

@Controller('files')
export class TreeController {
  constructor(private readonly tree: TreeService) {}

  @Get('list')
  list(@CurrentCtx() ctx: Ctx, @InputQuery(listQuery) query: ListQuery) {
    return this.tree.list(ctx, query);
  }

  @Post('create')
  create(@CurrentCtx() ctx: Ctx, @Input(create) request: Create) {
    return this.tree.create(ctx, request);
  }

  @Post('write')
  @HttpCode(200)
  write(@CurrentCtx() ctx: Ctx, @Input(write) request: Write) {
    return this.tree.write(ctx, request);
  }

  @Post('rename')
  @HttpCode(200)
  rename(@CurrentCtx() ctx: Ctx, @Input(rename) request: Rename) {
    return this.tree.rename(ctx, request);
  }

  @Post('move')
  @HttpCode(200)
  move(@CurrentCtx() ctx: Ctx, @Input(transfer) request: Transfer) {
    return this.tree.move(ctx, request);
  }

  @Post('copy')
  @HttpCode(200)
  copy(@CurrentCtx() ctx: Ctx, @Input(transfer) request: Transfer) {
    return this.tree.copy(ctx, request);
  }
}
