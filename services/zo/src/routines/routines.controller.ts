import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import {
  createRoutine,
  type CreateRoutine,
  routine,
  routineId,
  routineList,
  updateRoutine,
  type UpdateRoutine,
} from './routines.dto.js';
import { titleOf } from './title.js';
import { RoutinesService, type RoutineView } from './routines.service.js';

/** ZR-01. Chat runs them: `/zoroutines/{id}/execute`. */
@Controller('zoroutines')
export class RoutinesController {
  constructor(private readonly routines: RoutinesService) {}

  @Get()
  @Responds(routineList)
  async list(@CurrentCtx() ctx: Ctx) {
    return (await this.routines.list(ctx)).map(present);
  }

  @Post()
  @Responds(routine, 201)
  async create(@CurrentCtx() ctx: Ctx, @Input(createRoutine) input: CreateRoutine) {
    return present(await this.routines.create(ctx, input));
  }

  @Get(':id')
  @Responds(routine)
  async get(@CurrentCtx() ctx: Ctx, @Param('id', { schema: routineId }) id: string) {
    return present(await this.routines.get(ctx, id));
  }

  @Put(':id')
  @Responds(routine)
  async update(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: routineId }) id: string,
    @Input(updateRoutine) input: UpdateRoutine,
  ) {
    return present(await this.routines.update(ctx, id, input));
  }

  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Param('id', { schema: routineId }) id: string) {
    return this.routines.remove(ctx, id);
  }
}

const present = ({ row: { id, address, description, inputs, problem, updatedAt }, instruction }: RoutineView) => ({
  id,
  file_path: address,
  title: titleOf(address),
  description,
  inputs: [...inputs],
  instruction,
  problem,
  updated_at: updatedAt.toISOString(),
});
