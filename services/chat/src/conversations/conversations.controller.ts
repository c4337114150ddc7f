import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/shared/auth';
import { Id, Input, InputQuery } from '@zo/shared/http';
import { presentConversation } from './conversation.presenter.js';
import { byFileQuery, createInput, type ListQuery, listQuery, type OpenQuery, openQuery, searchQuery, type UpdateInput, updateInput } from './conversations.dto.js';
import { ConversationsService } from './conversations.service.js';

@Controller('conversations')
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Get()
  list(@CurrentCtx() ctx: Ctx, @InputQuery(listQuery) query: ListQuery) {
    return this.conversations.list(ctx, query);
  }

  @Post()
  async create(@CurrentCtx() ctx: Ctx, @Input(createInput) input: { title?: string | null }) {
    return presentConversation(await this.conversations.create(ctx, input.title ?? null));
  }

  @Get('by-file')
  byFile(@CurrentCtx() ctx: Ctx, @InputQuery(byFileQuery) query: { file_path: string }) {
    return this.conversations.byFile(ctx, query.file_path);
  }

  @Get('search')
  search(@CurrentCtx() ctx: Ctx, @InputQuery(searchQuery) query: { q: string }) {
    return this.conversations.search(ctx, query.q);
  }

  @Get(':id')
  open(@CurrentCtx() ctx: Ctx, @Id() id: string, @InputQuery(openQuery) query: OpenQuery) {
    return this.conversations.open(ctx, id, query);
  }

  @Patch(':id')
  async update(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(updateInput) input: UpdateInput) {
    return presentConversation(await this.conversations.update(ctx, id, input));
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.conversations.remove(ctx, id);
  }
}
