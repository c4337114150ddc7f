import { Controller, Delete, Get, Header, Param, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx, Public } from '@zo/auth';
import { Id, Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import type { ShareRow } from './share.entity.js';
import { sharedChat } from './shared-chat.presenter.js';
import { newShare, share, shareInput, shareList, shareToken } from './shares.dto.js';
import { SharesService } from './shares.service.js';

const present = ({ id, createdAt, expiresAt }: ShareRow): z.infer<typeof share> => ({
  id,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});

@Controller('conversations/:id/shares')
export class SharesController {
  constructor(private readonly shares: SharesService) {}

  @Post()
  @Responds(newShare, 201)
  async create(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(shareInput) { days }: z.infer<typeof shareInput>) {
    const made = await this.shares.create(ctx, id, days);
    return { ...present(made), token: made.token };
  }

  @Get()
  @Responds(shareList)
  async list(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return { shares: (await this.shares.list(ctx, id)).map(present) };
  }

  @Delete(':share')
  @RespondsNothing()
  revoke(@CurrentCtx() ctx: Ctx, @Id() conversationId: string, @Param('share', { schema: z.uuid() }) id: string) {
    return this.shares.revoke(ctx, { conversationId, id });
  }
}

@Controller('shared-chats')
export class SharedChatsController {
  constructor(private readonly shares: SharesService) {}

  @Public()
  @Get(':token')
  @Header('x-robots-tag', 'noindex, nofollow')
  @Header('cache-control', 'no-store')
  @Responds(sharedChat)
  open(@Param('token', { schema: shareToken }) token: string) {
    return this.shares.open(token);
  }
}
