import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds, RespondsNothing } from '@zo/http';
import {
  arm,
  type Arm,
  createRoutine,
  type CreateRoutine,
  routine,
  routineId,
  routineList,
  updateRoutine,
  type UpdateRoutine,
} from './routines.dto.js';
import { titleOf } from './title.js';
import { ArmingService, type ShownRoutine } from './arming.service.js';
import { RoutinesService, type RoutineView } from './routines.service.js';

/** ZR-01. Chat runs them: `/zoroutines/{id}/execute`. */
@Controller('zoroutines')
export class RoutinesController {
  constructor(
    private readonly routines: RoutinesService,
    private readonly arming: ArmingService,
  ) {}

  @Get()
  @Responds(routineList)
  async list(@CurrentCtx() ctx: Ctx) {
    return (await this.arming.shown(ctx, await this.routines.list(ctx))).map(present);
  }

  @Post()
  @Responds(routine, 201)
  async create(@CurrentCtx() ctx: Ctx, @Input(createRoutine) input: CreateRoutine) {
    return this.shown(ctx, await this.routines.create(ctx, input));
  }

  @Get(':id')
  @Responds(routine)
  async get(@CurrentCtx() ctx: Ctx, @Param('id', { schema: routineId }) id: string) {
    return this.shown(ctx, await this.routines.get(ctx, id));
  }

  @Put(':id')
  @Responds(routine)
  async update(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: routineId }) id: string,
    @Input(updateRoutine) input: UpdateRoutine,
  ) {
    return this.shown(ctx, await this.routines.update(ctx, id, input));
  }

  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Param('id', { schema: routineId }) id: string) {
    return this.routines.remove(ctx, id);
  }

  /** Makes a schedule of what the file asks for, if it is what its user has seen. */
  @Post(':id/arm')
  @Responds(routine)
  async arm(@CurrentCtx() ctx: Ctx, @Param('id', { schema: routineId }) id: string, @Input(arm) seen: Arm) {
    return present(await this.arming.arm(ctx, id, seen));
  }

  @Delete(':id/arm')
  @Responds(routine)
  async disarm(@CurrentCtx() ctx: Ctx, @Param('id', { schema: routineId }) id: string) {
    return present(await this.arming.disarm(ctx, id));
  }

  private async shown(ctx: Ctx, view: RoutineView) {
    return present((await this.arming.shown(ctx, [view]))[0]!);
  }
}

const present = ({ row, instruction, steps, stepsProblem, proposed, armed }: ShownRoutine) => ({
  id: row.id,
  file_path: row.address,
  title: titleOf(row.address),
  description: row.description,
  inputs: [...row.inputs],
  instruction,
  steps: [...steps],
  steps_problem: stepsProblem ?? null,
  problem: row.problem,
  proposed: proposed && { ...proposed, steps: [...proposed.steps], next: times(proposed.next) },
  armed: armed && {
    schedule_id: armed.id,
    hash: armed.routineHash ?? '',
    next: armed.pausedAt ? [] : times(armed.upcoming),
    paused: armed.pausedAt !== null,
    inputs: { ...armed.inputs },
    webhook: armed.hookId !== null,
    has_secret: armed.hookId !== null && armed.hookGeneration > 0,
  },
  updated_at: row.updatedAt.toISOString(),
});

const times = (at: readonly number[]) => at.map((ms) => new Date(ms).toISOString());
