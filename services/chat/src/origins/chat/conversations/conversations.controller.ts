import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Responds, RespondsNothing, Id, Input, InputQuery } from '@zo/http';
import {
  chatFolders,
  chatOfMessage,
  conversation,
  conversationHits,
  conversationList,
  conversationPage,
  foundMessages,
  movedChats,
  openConversation,
  presentConversation,
} from './conversation.presenter.js';
import { fileProvenance } from '../provenance/sources.js';
import { ProvenanceService } from '../provenance/provenance.service.js';
import {
  byFileQuery,
  byMessageQuery,
  createInput,
  forkInput,
  type ListQuery,
  listQuery,
  type OpenQuery,
  openQuery,
  type RenameFolderInput,
  renameFolderInput,
  searchQuery,
  type UpdateInput,
  updateInput,
} from './conversations.dto.js';
import { ConversationsService } from './conversations.service.js';

@Controller('conversations')
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly files: ProvenanceService,
  ) {}

  @Get()
  @Responds(conversationPage)
  list(@CurrentCtx() ctx: Ctx, @InputQuery(listQuery) query: ListQuery) {
    return this.conversations.list(ctx, query);
  }

  @Post()
  @Responds(conversation, 201)
  async create(@CurrentCtx() ctx: Ctx, @Input(createInput) input: { title?: string | null }) {
    return presentConversation(await this.conversations.create(ctx, input.title ?? null));
  }

  @Get('by-file')
  @Responds(conversationList)
  byFile(@CurrentCtx() ctx: Ctx, @InputQuery(byFileQuery) query: { file_path: string }) {
    return this.conversations.byFile(ctx, query.file_path);
  }

  /** Whether a message was taken whose answer was lost, and in which chat it is. */
  @Get('by-message')
  @Responds(chatOfMessage)
  async byMessage(@CurrentCtx() ctx: Ctx, @InputQuery(byMessageQuery) query: { message_id: string }) {
    return { conversation_id: await this.conversations.byMessage(ctx, query.message_id) };
  }

  /** Which answer wrote a file last, and from what. */
  @Get('provenance')
  @Responds(fileProvenance)
  async provenance(@CurrentCtx() ctx: Ctx, @InputQuery(byFileQuery) query: { file_path: string }) {
    return { made: await this.files.of(ctx, query.file_path) };
  }

  @Get('search')
  @Responds(conversationHits)
  search(@CurrentCtx() ctx: Ctx, @InputQuery(searchQuery) query: { q: string }) {
    return this.conversations.search(ctx, query.q);
  }

  @Get('folders')
  @Responds(chatFolders)
  async folders(@CurrentCtx() ctx: Ctx) {
    return { folders: await this.conversations.folders(ctx) };
  }

  /** Renames a folder, joins it with another one, or ends it. No chat is deleted. */
  @Patch('folders')
  @Responds(movedChats)
  async renameFolder(@CurrentCtx() ctx: Ctx, @Input(renameFolderInput) input: RenameFolderInput) {
    return { chats: await this.conversations.renameFolder(ctx, input) };
  }

  @Get(':id')
  @Responds(openConversation)
  open(@CurrentCtx() ctx: Ctx, @Id() id: string, @InputQuery(openQuery) query: OpenQuery) {
    return this.conversations.open(ctx, id, query);
  }

  @Get(':id/find')
  @Responds(foundMessages)
  find(@CurrentCtx() ctx: Ctx, @Id() id: string, @InputQuery(searchQuery) query: { q: string }) {
    return this.conversations.find(ctx, id, query.q);
  }

  @Patch(':id')
  @Responds(conversation)
  async update(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(updateInput) input: UpdateInput) {
    return presentConversation(await this.conversations.update(ctx, id, input));
  }

  @Post(':id/fork')
  @Responds(conversation, 201)
  async fork(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(forkInput) input: { message_id: string }) {
    return presentConversation(await this.conversations.fork(ctx, id, input.message_id));
  }

  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.conversations.remove(ctx, id);
  }
}
