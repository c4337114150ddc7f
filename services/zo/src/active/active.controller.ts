import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { CurrentCtx, type Ctx } from '@zo/auth';
import { Id, Input, Responds } from '@zo/http';
import { activeMap, clearActive, type Conversations, setActive, zofileOrNull } from './active.dto.js';
import { ActiveService } from './active.service.js';

/** ZF-02: which Zofile is active in which conversations. */
@Controller('zofiles/active')
export class ActiveController {
  constructor(private readonly active: ActiveService) {}

  @Get()
  @Responds(activeMap)
  get(@CurrentCtx() ctx: Ctx) {
    return this.active.map(ctx);
  }

  @Put(':id')
  @Responds(activeMap)
  setMain(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.active.set(ctx, { conversation_type: 'main' }, id);
  }

  @Post(':id')
  @Responds(activeMap)
  set(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: zofileOrNull }) id: string,
    @Input(setActive) conversations: Conversations,
  ) {
    return id === 'null' ? this.active.clear(ctx, conversations) : this.active.set(ctx, conversations, id);
  }

  @Delete()
  @Responds(activeMap)
  clear(@CurrentCtx() ctx: Ctx, @Input(clearActive) conversations: Conversations) {
    return this.active.clear(ctx, conversations);
  }
}
