import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Answers, AnswersNothing, Id, Input, InputQuery } from '@zo/http';
import {
  conversation,
  conversationHits,
  conversationList,
  conversationPage,
  openConversation,
  presentConversation,
} from './conversation.presenter.js';
import {
  byFileQuery,
  createInput,
  type ListQuery,
  listQuery,
  type OpenQuery,
  openQuery,
  searchQuery,
  type UpdateInput,
  updateInput,
} from './conversations.dto.js';
import { ConversationsService } from './conversations.service.js';

@Controller('conversations')
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Get()
  @Answers(conversationPage)
  list(@CurrentCtx() ctx: Ctx, @InputQuery(listQuery) query: ListQuery) {
    return this.conversations.list(ctx, query);
  }

  @Post()
  @Answers(conversation, 201)
  async create(@CurrentCtx() ctx: Ctx, @Input(createInput) input: { title?: string | null }) {
    return presentConversation(await this.conversations.create(ctx, input.title ?? null));
  }

  @Get('by-file')
  @Answers(conversationList)
  byFile(@CurrentCtx() ctx: Ctx, @InputQuery(byFileQuery) query: { file_path: string }) {
    return this.conversations.byFile(ctx, query.file_path);
  }

  @Get('search')
  @Answers(conversationHits)
  search(@CurrentCtx() ctx: Ctx, @InputQuery(searchQuery) query: { q: string }) {
    return this.conversations.search(ctx, query.q);
  }

  @Get(':id')
  @Answers(openConversation)
  open(@CurrentCtx() ctx: Ctx, @Id() id: string, @InputQuery(openQuery) query: OpenQuery) {
    return this.conversations.open(ctx, id, query);
  }

  @Patch(':id')
  @Answers(conversation)
  async update(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(updateInput) input: UpdateInput) {
    return presentConversation(await this.conversations.update(ctx, id, input));
  }

  @Delete(':id')
  @AnswersNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.conversations.remove(ctx, id);
  }
}
