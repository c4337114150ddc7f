import { Controller, Delete, Get, Post, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Id, Input, InputQuery, Responds, RespondsNothing, RespondsStream } from '@zo/http';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { message, messageDetail, messageList, present } from './message.presenter.js';
import {
  cursorIn,
  type LetIn,
  letIn,
  listQuery,
  type ListQuery,
  newMail,
  type NewMailInput,
  type Reply,
  reply,
} from './messages.dto.js';
import { MessagesService } from './messages.service.js';

/** CM-01: what arrived and what left, or would have left. */
@Controller('outbox')
export class OutboxController {
  constructor(private readonly messages: MessagesService) {}

  /** Latest first. */
  @Get()
  @Responds(messageList)
  async list(@CurrentCtx() ctx: Ctx, @InputQuery(listQuery) { channel, held, before, limit }: ListQuery) {
    const states = held ? (['held'] as const) : undefined;
    const rows = await this.messages.list(ctx, { channel, states, before: cursorIn(before), limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { items: rows.map(present), next: last ? `${last.createdAt.getTime()}_${last.id}` : null };
  }

  /** A mail that the user writes here instead of in a mail program. */
  @Post('mail')
  @Responds(message, 201)
  async write(@CurrentCtx() ctx: Ctx, @Input(newMail) input: NewMailInput) {
    return present(await this.messages.write(ctx, input));
  }

  @Get(':id')
  @Responds(messageDetail)
  async get(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    const found = await this.messages.get(ctx, id);
    return {
      ...present(found.message),
      body: found.message.body,
      html: found.html,
      headers: found.headers,
      replies: found.replies.map(present),
    };
  }

  @Get(':id/raw')
  @RespondsStream('message/rfc822')
  async raw(@CurrentCtx() ctx: Ctx, @Id() id: string, @Res() response: ServerResponse) {
    const content = await this.messages.raw(ctx, id);
    response.writeHead(200, {
      'content-type': 'message/rfc822',
      'content-disposition': 'attachment; filename="message.eml"',
      'x-content-type-options': 'nosniff',
    });
    await pipeline(content, response);
  }

  @Post(':id/reply')
  @Responds(message, 201)
  async reply(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(reply) input: Reply) {
    return present(await this.messages.reply(ctx, id, input));
  }

  @Post(':id/let-in')
  @Responds(message)
  async letIn(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(letIn) input: LetIn) {
    return present(await this.messages.letIn(ctx, id, input));
  }

  /** An answer to somebody else. */
  @Post(':id/send')
  @Responds(message)
  async send(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return present(await this.messages.send(ctx, id));
  }

  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.messages.remove(ctx, id);
  }
}
