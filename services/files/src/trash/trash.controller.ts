import { Controller, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Answers, Input } from '@zo/http';
import { emptied, type Restore, restore, restored, results, type Selection, selection } from '../tree/tree.dto.js';
import { TrashService } from './trash.service.js';

@Controller('files')
export class TrashController {
  constructor(private readonly bin: TrashService) {}

  @Post('trash')
  @Answers(results)
  trash(@CurrentCtx() ctx: Ctx, @Input(selection) { items }: Selection) {
    return this.bin.trash(ctx, items);
  }

  @Post('restore')
  @Answers(restored)
  restore(@CurrentCtx() ctx: Ctx, @Input(restore) { names }: Restore) {
    return this.bin.restore(ctx, names);
  }

  @Post('delete')
  @Answers(results)
  remove(@CurrentCtx() ctx: Ctx, @Input(selection) { items }: Selection) {
    return this.bin.remove(ctx, items);
  }

  @Post('empty-trash')
  @Answers(emptied)
  empty(@CurrentCtx() ctx: Ctx) {
    return this.bin.empty(ctx);
  }
}
