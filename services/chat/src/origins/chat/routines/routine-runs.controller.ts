import { Controller, Get, Param, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, InputQuery, Responds } from '@zo/http';
import { z } from 'zod';
import { conversationList, presentConversation } from '../conversations/conversation.presenter.js';
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

/** ZR-01, ZR-03: runs of routines. The service `zo` has the routines themselves. */
@Controller('zoroutines/:id')
export class RoutineRunsController {
  constructor(private readonly runs: RoutineRunsService) {}

  @Post('execute')
  @Responds(sent, 202)
  execute(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: routineId }) id: string,
    @Input(executeRoutine) { inputs }: z.infer<typeof executeRoutine>,
  ) {
    return this.runs.execute(ctx, id, inputs);
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
