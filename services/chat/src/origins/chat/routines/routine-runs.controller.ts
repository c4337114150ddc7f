import { Controller, Get, Param, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, InputQuery, Responds } from '@zo/http';
import { z } from 'zod';
import { conversationList, presentConversation } from '../conversations/conversation.presenter.js';
import { effect, more } from '../rehearsals/effects.js';
import { RehearsalsService } from '../rehearsals/rehearsals.service.js';
import { runStatus } from '../../../shapes/parts.js';
import { sent } from '../messages/messages.dto.js';
import { RoutineRunsService } from './routine-runs.service.js';

const routineId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'that is no id of a routine');
const MAX_INPUT = 20_000;
const isText = (text: string) => text.isWellFormed() && !text.includes('\u0000');

const executeRoutine = z
  .strictObject({
    inputs: z
      .record(
        z.string().min(1).max(80),
        z
          .string()
          .max(MAX_INPUT, 'an input has at most 20,000 characters')
          .refine(isText, 'an input must be plain text'),
      )
      .default({}),
  })
  .default({ inputs: {} });
const conversationsQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(20) });

const rehearsal = z
  .strictObject({
    run_id: z.uuid(),
    conversation_id: z.uuid(),
    status: runStatus,
    error: z.string().nullable(),
    /** In order. Commands and scripts are listed, and were not run. */
    effects: z.array(effect),
    more: z.array(more),
    /** Dollars that the rehearsal itself has cost; null: not known. */
    cost: z.number().nullable(),
    /** The middle of past runs; null: there is none whose cost is known. */
    usual_cost: z.number().nullable(),
    usual_runs: z.int(),
  })
  .meta({ id: 'Rehearsal' });

/** ZR-01, ZR-03: runs of routines. The service `zo` has the routines themselves. */
@Controller('zoroutines/:id')
export class RoutineRunsController {
  constructor(
    private readonly runs: RoutineRunsService,
    private readonly rehearsals: RehearsalsService,
  ) {}

  @Post('execute')
  @Responds(sent, 202)
  execute(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: routineId }) id: string,
    @Input(executeRoutine) { inputs }: z.infer<typeof executeRoutine>,
  ) {
    return this.runs.execute(ctx, id, inputs);
  }

  /** Runs without changing, sending or making anything. */
  @Post('rehearse')
  @Responds(sent, 202)
  rehearse(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: routineId }) id: string,
    @Input(executeRoutine) { inputs }: z.infer<typeof executeRoutine>,
  ) {
    return this.runs.rehearse(ctx, id, inputs);
  }

  /** What a rehearsal would do, as far as it has come. */
  @Get('rehearsals/:run')
  @Responds(rehearsal)
  async rehearsal(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: routineId }) id: string,
    @Param('run', { schema: z.uuid() }) run: string,
  ) {
    const found = await this.rehearsals.get(ctx, id, run);
    return {
      run_id: found.id,
      conversation_id: found.conversationId,
      status: found.status,
      error: found.error,
      effects: [...found.effects],
      more: found.more,
      cost: found.cost,
      usual_cost: found.usualCost,
      usual_runs: found.usualRuns,
    };
  }

  /** Latest first. */
  @Get('conversations')
  @Responds(conversationList)
  async conversations(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: routineId }) id: string,
    @InputQuery(conversationsQuery) { limit }: z.infer<typeof conversationsQuery>,
  ) {
    return { conversations: (await this.runs.conversations(ctx, id, limit)).map(presentConversation) };
  }
}
