import { Controller, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { Answers, Input, InputQuery, place } from '@zo/shared/http';
import {
  columnsAnswer,
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
  constructor(private readonly tree: TreeService) {}

  @Get('list')
  @Answers(columnsAnswer)
  list(@CurrentCtx() ctx: Ctx, @InputQuery(listQuery) query: ListQuery) {
    return this.tree.list(ctx, query);
  }

  @Post('create')
  @Answers(place, 201)
  create(@CurrentCtx() ctx: Ctx, @Input(create) request: Create) {
    return this.tree.create(ctx, request);
  }

  @Post('write')
  @Answers(written)
  write(@CurrentCtx() ctx: Ctx, @Input(write) request: Write) {
    return this.tree.write(ctx, request);
  }

  @Post('rename')
  @Answers(place)
  rename(@CurrentCtx() ctx: Ctx, @Input(rename) request: Rename) {
    return this.tree.rename(ctx, request);
  }

  @Post('move')
  @Answers(results)
  move(@CurrentCtx() ctx: Ctx, @Input(transfer) request: Transfer) {
    return this.tree.move(ctx, request);
  }

  @Post('copy')
  @Answers(results)
  copy(@CurrentCtx() ctx: Ctx, @Input(transfer) request: Transfer) {
    return this.tree.copy(ctx, request);
  }
}
