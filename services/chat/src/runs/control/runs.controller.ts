import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, RespondsStream, Id, Input, InputQuery } from '@zo/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { approvalAnswer, runStatus, shownEvents } from '../../shapes/parts.js';
import { contextReceipt } from '../../shapes/context-receipt.js';
import { RunsService } from './runs.service.js';
import { RunStream } from './run-stream.js';
import { Undo, undone } from './undo.js';

const MAX_REPLY = 10_000;
const followQuery = z.object({ from: z.coerce.number().int().min(0).optional() });
const runResponse = z.strictObject({ status: runStatus });
const decisionResponse = z.strictObject({ decision: approvalAnswer });
const decisionInput = z
  .strictObject({
    decision: approvalAnswer,
    /** What the user answers to a question in words. */
    reply: z.string().trim().min(1).max(MAX_REPLY).optional(),
  })
  .refine(({ decision, reply }) => reply === undefined || decision === 'approve', {
    path: ['reply'],
    error: 'A reply needs the decision approve.',
  });

@Controller('runs/:id')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly stream: RunStream,
    private readonly undoing: Undo,
  ) {}

  @Get('events')
  @RespondsStream('text/event-stream', shownEvents)
  events(
    @CurrentCtx() ctx: Ctx,
    @Id() id: string,
    @InputQuery(followQuery) query: { from?: number },
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ) {
    // A browser that reconnects by itself sends the id of the last event it received.
    const seen = String(request.headers['last-event-id'] ?? '');
    const from = Math.max(query.from ?? 0, /^\d{1,15}$/.test(seen) ? Number(seen) : 0);
    return this.stream.follow(ctx, id, { from, request, response });
  }

  @Get('context')
  @Responds(contextReceipt)
  context(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.runs.context(ctx, id);
  }

  @Get('pictures/:picture')
  @RespondsStream('image/jpeg')
  async picture(
    @CurrentCtx() ctx: Ctx,
    @Id() id: string,
    @Param('picture', { schema: z.uuid() }) pictureId: string,
    @Res() response: ServerResponse,
  ) {
    const bytes = await this.runs.picture(ctx, id, pictureId);
    response.writeHead(200, {
      'content-type': 'image/jpeg',
      'content-length': bytes.length,
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    response.end(bytes);
  }

  @Post('stop')
  @Responds(runResponse, 202)
  stop(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.runs.stop(ctx, id);
  }

  @Post('approvals/:approval')
  @Responds(decisionResponse, 202)
  decide(
    @CurrentCtx() ctx: Ctx,
    @Id() id: string,
    @Param('approval', { schema: z.uuid() }) approvalId: string,
    @Input(decisionInput) answer: z.infer<typeof decisionInput>,
  ) {
    return this.runs.decide(ctx, id, { approvalId, ...answer });
  }

  @Post('undo')
  @Responds(undone)
  undo(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.undoing.undo(ctx, id);
  }

  @Post('redo')
  @Responds(undone)
  redo(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.undoing.redo(ctx, id);
  }
}
