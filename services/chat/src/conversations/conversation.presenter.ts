import type { Conversation } from './conversations.repository.js';

export const presentConversation = ({ id, userId, createdAt, updatedAt, title, running }: Conversation) => ({
  id,
  user_id: userId,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  title,
  running,
});

const BEFORE = 20;
const AFTER = 100;

/** The words found with a little of what surrounds them, on one line and without Markdown's marks. */
export function snippet(marked: string, q: string): string {
  const text = marked.replace(/[*_`#>|]+/g, '').replace(/\s+/g, ' ');
  const at = Math.max(0, text.toLowerCase().indexOf(q.toLowerCase()));
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + q.length + AFTER);
  const cut = text.slice(start, end).toWellFormed().trim();
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}
