import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, RespondsStream, Input } from '@zo/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RunStream } from '../../../runs/control/run-stream.js';
import { conversationOrNew, type SendInput, sendInput, sent } from './messages.dto.js';
import { MessagesService } from './messages.service.js';
import { shownEvents } from '../../../shapes/parts.js';

/** The event `sent` comes first, then the events of the run. */
const messageEvents = shownEvents
  .extend({ sent })
  .meta({ id: 'MessageEvents', description: 'Data of each kind of event' });

@Controller('conversations/:id/messages')
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly stream: RunStream,
  ) {}

  @Post()
  @Responds(sent, 202)
  send(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: conversationOrNew }) id: string,
    @Input(sendInput) input: SendInput,
  ) {
    return this.messages.send(ctx, id, input);
  }

  /**
   * Like `send`, with the answer in the same response, which saves a round trip before its first token. A client that
   * loses the stream resumes at the run's events.
   */
  @Post('stream')
  @RespondsStream('text/event-stream', messageEvents)
  async sendAndFollow(
    @CurrentCtx() ctx: Ctx,
    @Param('id', { schema: conversationOrNew }) id: string,
    @Input(sendInput) input: SendInput,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const { sent: opening, first } = await this.messages.begin(ctx, id, input);
    await this.stream.follow(ctx, opening.run_id, { from: 0, request, response, opening, first });
  }
}
