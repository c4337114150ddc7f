import { Controller, Param, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { Answers, Input } from '@zo/shared/http';
import { conversationOrNew, type SendInput, sendInput, sent } from './messages.dto.js';
import { MessagesService } from './messages.service.js';

@Controller('conversations/:id/messages')
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Post()
  @Answers(sent, 202)
  send(@CurrentCtx() ctx: Ctx, @Param('id', { schema: conversationOrNew }) id: string, @Input(sendInput) input: SendInput) {
    return this.messages.send(ctx, id, input);
  }
}
