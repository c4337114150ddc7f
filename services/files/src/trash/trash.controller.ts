import { Controller, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, Input } from '@zo/http';
import {
  emptied,
  type Restore,
  restore,
  restored,
  results,
  type Selection,
  selection,
  trashedResponse,
  type Trashing,
  trashing,
} from '../tree/tree.dto.js';
import { TrashService } from './trash.service.js';

@Controller('files')
export class TrashController {
  constructor(private readonly bin: TrashService) {}

  @Get('trash')
  @Responds(trashedResponse)
  list(@CurrentCtx() ctx: Ctx) {
    return this.bin.list(ctx);
  }

  @Post('trash')
  @Responds(results)
  trash(@CurrentCtx() ctx: Ctx, @Input(trashing) { items }: Trashing) {
    return this.bin.trash(ctx, items);
  }

  @Post('restore')
  @Responds(restored)
  restore(@CurrentCtx() ctx: Ctx, @Input(restore) { root, names }: Restore) {
    return this.bin.restore(ctx, names, root);
  }

  @Post('delete')
  @Responds(results)
  remove(@CurrentCtx() ctx: Ctx, @Input(selection) { items }: Selection) {
    return this.bin.remove(ctx, items);
  }

  @Post('empty-trash')
  @Responds(emptied)
  empty(@CurrentCtx() ctx: Ctx) {
    return this.bin.empty(ctx);
  }
}
