/** The chats of the user for other programs, to read. */
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ConversationsService } from '../chat/conversations/conversations.service.js';
import { offer, type OfferedTool, textResult } from './offered-tool.js';

const MAX_MESSAGES = 20;

@Injectable()
export class ChatTools {
  readonly tools: readonly OfferedTool[] = [
    offer({
      name: 'search_chats',
      title: 'Search chats',
      description: 'Finds chats in which something was said; at most 50.',
      scope: 'chats:read',
      changes: false,
      input: z.strictObject({ query: z.string().trim().min(1).max(200) }),
      execute: async ({ query }, { ctx }) => {
        const { results } = await this.conversations.search(ctx, query);
        const lines = results.map(
          ({ conversation: { id, title }, snippet }) => `${id}\t${title ?? '(no title)'}\t${snippet}`,
        );
        return textResult(lines.join('\n') || 'No matches.');
      },
    }),
    offer({
      name: 'read_chat',
      title: 'Read a chat',
      description: 'Reads the end of a chat: its last twenty messages, oldest first.',
      scope: 'chats:read',
      changes: false,
      input: z.strictObject({ chat_id: z.uuid() }),
      execute: async ({ chat_id }, { ctx }) => {
        const { title, messages, active_run } = await this.conversations.open(ctx, chat_id, {
          limit: MAX_MESSAGES,
          branches: 'shown',
        });
        const said = messages.map(({ role, parts, status }) => {
          const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
          const open = status === 'running' || status === 'waiting' ? ' (not ended yet)' : '';
          return `${role === 'user' ? 'Person' : 'Zo'}${open}: ${text}`;
        });
        const waiting = active_run?.status === 'waiting' ? ['(Zo waits for a yes of its person.)'] : [];
        return textResult([`# ${title ?? '(no title)'}`, ...said, ...waiting].join('\n\n'));
      },
    }),
  ];

  constructor(private readonly conversations: ConversationsService) {}
}
