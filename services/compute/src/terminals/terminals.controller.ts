import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, InputQuery, Responds, RespondsNothing } from '@zo/http';
import {
  type NewTerminal,
  newTerminal,
  type OnMachine,
  onMachine,
  type TerminalChange,
  terminalChange,
  terminalId,
  terminalResponse,
  terminalsResponse,
} from './terminals.dto.js';
import { TerminalsService } from './terminals.service.js';

@Controller('terminals')
export class TerminalsController {
  constructor(private readonly terminals: TerminalsService) {}

  @Get()
  @Responds(terminalsResponse)
  list(@CurrentCtx() ctx: Ctx) {
    return this.terminals.list(ctx);
  }

  @Post()
  @Responds(terminalResponse, 201)
  open(@CurrentCtx() ctx: Ctx, @Input(newTerminal) wanted: NewTerminal) {
    return this.terminals.open(ctx, wanted);
  }

  @Patch(':id')
  @Responds(terminalResponse)
  rename(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: terminalId }) id: string,
    @Input(terminalChange) change: TerminalChange,
    @InputQuery(onMachine) { machine }: OnMachine,
  ) {
    return this.terminals.rename(ctx, { id, machine }, change.name);
  }

  @Delete(':id')
  @RespondsNothing()
  close(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: terminalId }) id: string,
    @InputQuery(onMachine) { machine }: OnMachine,
  ) {
    return this.terminals.close(ctx, { id, machine });
  }
}
