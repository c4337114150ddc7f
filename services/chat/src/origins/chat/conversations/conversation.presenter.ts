import { z } from 'zod';
import { message } from '../messages/message.presenter.js';
import { withoutMarks } from '../messages/title.js';
import { queuedMessage } from '../queue/queue.dto.js';
import { runStatus } from '../../../shapes/parts.js';
import type { Conversation } from './conversation.entity.js';

export const conversation = z
  .strictObject({
    id: z.uuid(),
    user_id: z.uuid(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    title: z.string().nullable(),
    running: z.boolean(),
    /** Its answer waits for the user. */
    waiting: z.boolean(),
    pinned: z.boolean(),
    folder: z.string().nullable(),
  })
  .meta({ id: 'Conversation' });
export const conversationPage = z.strictObject({
  conversations: z.array(conversation),
  next_cursor: z.string().nullable(),
});
export const conversationList = z.strictObject({ conversations: z.array(conversation) });
/** The chat that has a message; null: none has. */
export const chatOfMessage = z.strictObject({ conversation_id: z.uuid().nullable() });
/** All folders of the list of chats, by name. */
export const chatFolders = z.strictObject({
  folders: z.array(z.strictObject({ name: z.string(), chats: z.int() }).meta({ id: 'ChatFolder' })),
});
export const movedChats = z.strictObject({ chats: z.int() });
/** Messages of the shown branch that contain the words, newest first. */
export const foundMessages = z.strictObject({ message_ids: z.array(z.uuid()), has_more: z.boolean() });
export const conversationHits = z.strictObject({
  results: z.array(z.strictObject({ conversation, snippet: z.string() })),
});
const activeRun = z
  .strictObject({
    id: z.uuid(),
    message_id: z.uuid(),
    status: runStatus,
    /** Sequence number of the last event contained in the parts of its message. */
    seq: z.number(),
  })
  .meta({ id: 'ActiveRun' });
export const openConversation = conversation
  .extend({
    leaf_id: z.uuid().nullable(),
    /** Of a routine: nothing that is said here changes or sends anything. */
    rehearsal: z.boolean(),
    messages: z.array(message),
    usage: z.strictObject({ total_tokens: z.number() }),
    active_run: activeRun.optional(),
    /** Messages that no answer has begun on, in order. */
    queued: z.array(queuedMessage),
    has_more: z.boolean(),
  })
  .meta({ id: 'ConversationData' });

export const presentConversation = ({
  id,
  userId,
  createdAt,
  updatedAt,
  title,
  running,
  waiting,
  pinned,
  folder,
}: Conversation): z.infer<typeof conversation> => ({
  id,
  user_id: userId,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  title,
  running,
  waiting,
  pinned,
  folder,
});

const BEFORE = 20;
const AFTER = 100;

/** Returns the match with some surrounding text, on one line and without Markdown syntax. */
export function snippet(marked: string, q: string): string {
  const text = withoutMarks(marked).replace(/[|\s]+/g, ' ');
  const at = Math.max(0, text.toLowerCase().indexOf(q.toLowerCase()));
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + q.length + AFTER);
  const cut = text.slice(start, end).toWellFormed().trim();
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}
