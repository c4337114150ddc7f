import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { Input } from '@zo/shared/http';
import { type NewTerminal, newTerminal, terminalId } from './terminals.dto.js';
import { TerminalsService } from './terminals.service.js';

@Controller('terminals')
export class TerminalsController {
  constructor(private readonly terminals: TerminalsService) {}

  @Get()
  list(@CurrentCtx() ctx: Ctx) {
    return this.terminals.list(ctx);
  }

  @Post()
  open(@CurrentCtx() ctx: Ctx, @Input(newTerminal) wanted: NewTerminal) {
    return this.terminals.open(ctx, wanted);
  }

  @Delete(':id')
  @HttpCode(204)
  close(@CurrentCtx() ctx: Ctx, @Param('id', { schema: terminalId }) id: string) {
    return this.terminals.close(ctx, id);
  }
}
