import { Controller, HttpCode, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { Input } from '@zo/shared/http';
import { type Restore, restore, type Selection, selection } from '../tree/tree.dto.js';
import { TrashService } from './trash.service.js';

@Controller('files')
export class TrashController {
  constructor(private readonly bin: TrashService) {}

  @Post('trash')
  @HttpCode(200)
  trash(@CurrentCtx() ctx: Ctx, @Input(selection) { items }: Selection) {
    return this.bin.trash(ctx, items);
  }

  @Post('restore')
  @HttpCode(200)
  restore(@CurrentCtx() ctx: Ctx, @Input(restore) { names }: Restore) {
    return this.bin.restore(ctx, names);
  }

  @Post('delete')
  @HttpCode(200)
  remove(@CurrentCtx() ctx: Ctx, @Input(selection) { items }: Selection) {
    return this.bin.remove(ctx, items);
  }

  @Post('empty-trash')
  @HttpCode(200)
  empty(@CurrentCtx() ctx: Ctx) {
    return this.bin.empty(ctx);
  }
}
