import { Controller, Post, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Input, Responds } from '@zo/http';
import type { ServerResponse } from 'node:http';
import { type ImportChats, importChats, importedChats } from './chat-imports.dto.js';
import { ChatImportsService } from './chat-imports.service.js';

@Controller('conversations')
export class ChatImportsController {
  constructor(private readonly imports: ChatImportsService) {}

  /**
   * Chats of an export of ChatGPT or Claude, or a chat that was saved here as JSON. Ends when the caller hangs up; what
   * was added stays.
   */
  @Post('imports')
  @Responds(importedChats, 200)
  import(
    @CurrentCtx() ctx: Ctx,
    @Input(importChats) file: ImportChats,
    @Res({ passthrough: true }) response: ServerResponse,
  ) {
    const stopped = new AbortController();
    response.once('close', () => stopped.abort());
    return this.imports.import(ctx, file, stopped.signal);
  }
}
