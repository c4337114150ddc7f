/** Gives Zo work in a chat and waits for its answer. The work goes on when the client leaves. */
import { Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { z } from 'zod';
import { sanitise } from '../../shapes/parts.js';
import type { Sent } from '../chat/messages/messages.dto.js';
import { MessagesService } from '../chat/messages/messages.service.js';
import { type OfferedCall, offer, textResult } from './offered-tool.js';
import { type Following, RunFollower } from './run-follower.js';

const MAX_TEXT = 100_000;

const input = z.strictObject({
  text: z.string().trim().min(1).max(MAX_TEXT).describe('What Zo should do or answer, in words'),
  chat_id: z.uuid().optional().describe('Goes on in this chat; a new one when left out'),
});

@Injectable()
export class AskZo {
  constructor(
    private readonly messages: MessagesService,
    private readonly follower: RunFollower,
    private readonly platform: Platform,
  ) {}

  readonly ask = offer({
    name: 'ask_zo',
    title: 'Ask Zo',
    description:
      'Gives work to Zo, the assistant on the computer of its person, and waits for the answer. Zo can read and ' +
      'write files, run commands and look things up there. Its person sees the chat, and may have to say yes first.',
    scope: 'chats:write',
    changes: true,
    input,
    execute: (args, call) => this.execute(args, call),
  });

  private async execute({ text, chat_id }: z.infer<typeof input>, { ctx, signal, progress }: OfferedCall) {
    const message = { text: sanitise(text), files: [], attachments: [], chats: [] };
    const sent = await this.messages.send(ctx, chat_id ?? 'new', message);
    const ended = await this.follower.follow(ctx, sent.run_id, { signal, progress });
    return { ...textResult(this.inWords(sent, ended)), isError: ended.is === 'failed' };
  }

  private inWords(sent: Sent, ended: Following): string {
    const link = new URL(`/f?chat=${sent.conversation_id}`, this.platform.config.ZO_PUBLIC_URL).href;
    const chat = `(chat_id ${sent.conversation_id}, ${link})`;
    switch (ended.is) {
      case 'complete':
        return `${ended.text || '(Zo answered without words.)'}\n\n${chat}`;
      case 'asking':
        return `Zo waits for a yes of its person in the chat: ${ended.reason}\nThe answer will be in the chat. ${chat}`;
      case 'running':
        return `Zo is still at work. The answer will be in the chat. ${chat}`;
      case 'failed':
        return `${ended.reason}\n\n${ended.text}\n\n${chat}`;
    }
  }
}
