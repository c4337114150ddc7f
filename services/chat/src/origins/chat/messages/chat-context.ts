/** The text of other chats that a message mentions, with what is known about where it came from. */
import type { Ctx } from '@zo/auth';
import type { ChatRef } from '../../../shapes/asked.js';
import { type Labels, type Source } from '../../../shapes/labels.js';
import type { ChatStore } from '../chat-store.js';
import type { BranchMessage } from './messages.repository.js';

const MAX_MESSAGES = 200;
const MAX_CHARACTERS = 60_000;

export interface ShownChats {
  readonly text: string;
  readonly sources: readonly Source[];
  /** Whether any of them was there. */
  readonly isSecret: boolean;
}

/** Reads each chat from its end. Together they have a limit, which they share. */
export async function readChats(
  ctx: Ctx,
  store: ChatStore,
  { chats, conversationId }: { chats: readonly ChatRef[]; conversationId: string },
): Promise<ShownChats> {
  const blocks: string[] = [];
  const sources: Source[] = [];
  let isSecret = false;
  for (const { id, title } of chats) {
    const block = (body: string) => blocks.push(`<chat title=${JSON.stringify(title)}>\n${body}\n</chat>`);
    if (id === conversationId) {
      block('(this chat)');
      continue;
    }
    const conversation = await store.conversations.byId(ctx, id);
    if (!conversation?.leafId) {
      block(conversation ? '(this chat is empty)' : '(this chat does not exist any more)');
      continue;
    }
    const query = { leafId: conversation.leafId, conversationId: id, limit: MAX_MESSAGES };
    block(transcript(await store.messages.branch(ctx, query), MAX_CHARACTERS / chats.length));
    const { tainted, foreignSources } = conversation;
    if (tainted)
      sources.push(...(foreignSources.length > 0 ? foreignSources : [{ kind: 'chat' as const, name: title }]));
    isSecret = true;
  }
  const text = blocks.length === 0 ? '' : `The person mentions these other chats of theirs:\n${blocks.join('\n')}`;
  return { text, sources, isSecret };
}

/** The end of a chat, newest message first. */
function transcript(newestFirst: readonly BranchMessage[], room: number): string {
  const lines: string[] = [];
  let left = room;
  for (const { role, text, attachments } of newestFirst) {
    const pasted = attachments.map(({ title }) => `(pasted text: ${title})`);
    const said = [...pasted, text.trim()].filter(Boolean).join('\n') || '(no text)';
    const line = `${role === 'user' ? 'Person' : 'Assistant'}: ${said}`;
    if (line.length > left) {
      if (left > 0) lines.push(`(cut) … ${line.slice(-left).toWellFormed()}`);
      lines.push('(what was said before is left out)');
      break;
    }
    left -= line.length;
    lines.push(line);
  }
  if (newestFirst.length === MAX_MESSAGES && left > 0) lines.push('(what was said before is left out)');
  return lines.toReversed().join('\n\n');
}

export const labelled = (labels: Labels, { isSecret }: ShownChats): Labels =>
  isSecret && !labels.secret ? { ...labels, secret: true } : labels;
