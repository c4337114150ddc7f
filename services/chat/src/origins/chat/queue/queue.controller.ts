import { Controller, Delete, Param, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, RespondsNothing, Id, Input } from '@zo/http';
import { z } from 'zod';
import { type QueueInput, queuedMessage, queueInput } from './queue.dto.js';
import { QueueService } from './queue.service.js';

const message = { schema: z.uuid() };

/** Messages written while an answer is. */
@Controller('conversations/:id/queue')
export class QueueController {
  constructor(private readonly queue: QueueService) {}

  @Post()
  @Responds(queuedMessage, 201)
  add(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(queueInput) input: QueueInput) {
    return this.queue.add(ctx, id, input);
  }

  @Post(':message/send')
  @RespondsNothing()
  sendNow(@CurrentCtx() ctx: Ctx, @Id() id: string, @Param('message', message) messageId: string) {
    return this.queue.sendNow(ctx, { threadId: id, id: messageId });
  }

  @Delete(':message')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string, @Param('message', message) messageId: string) {
    return this.queue.remove(ctx, { threadId: id, id: messageId });
  }
}
