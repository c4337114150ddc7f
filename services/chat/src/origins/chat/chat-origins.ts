/** Which origin a message belongs to: that of people, or that of programs. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { ApiOrigin } from './api.origin.js';
import { ChatOrigin } from './chat.origin.js';

@Injectable()
export class ChatOrigins {
  constructor(
    readonly chat: ChatOrigin,
    readonly api: ApiOrigin,
  ) {}

  of({ actor }: Ctx): ChatOrigin {
    return actor === 'api' ? this.api : this.chat;
  }
}
