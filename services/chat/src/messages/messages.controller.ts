import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { Input } from '@zo/shared/http';
import { conversationOrNew, type SendInput, sendInput } from './messages.dto.js';
import { MessagesService } from './messages.service.js';

@Controller('conversations/:id/messages')
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Post()
  @HttpCode(202)
  send(@CurrentCtx() ctx: Ctx, @Param('id', { schema: conversationOrNew }) id: string, @Input(sendInput) input: SendInput) {
    return this.messages.send(ctx, id, input);
  }
}
