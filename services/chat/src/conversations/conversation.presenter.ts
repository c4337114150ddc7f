import type { Conversation } from './conversations.repository.js';

export const presentConversation = ({ id, userId, createdAt, updatedAt, title, running }: Conversation) => ({
  id,
  user_id: userId,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  title,
  running,
});

const AROUND = 60;

/** The words found with a little of what surrounds them, on one line. */
export function snippet(text: string, q: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(q.toLowerCase()));
  const start = Math.max(0, at - AROUND);
  const end = Math.min(text.length, at + q.length + AROUND);
  const cut = text.slice(start, end).toWellFormed().replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}
