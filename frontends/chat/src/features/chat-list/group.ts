import type { ListedConversation } from '../../api/types';

const DAY_MS = 86_400_000;

/** Groups chats by last change: 'Today', 'Yesterday', 'This week' and 'Earlier'. Empty groups are omitted. */
export function groupByDay<Chat extends Pick<ListedConversation, 'updated_at'>>(
  chats: readonly Chat[],
  now: Date,
): { title: string; chats: Chat[] }[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const groups = [
    { title: 'Today', from: midnight },
    { title: 'Yesterday', from: midnight - DAY_MS },
    { title: 'This week', from: midnight - 6 * DAY_MS },
    { title: 'Earlier', from: -Infinity },
  ].map((group) => ({ ...group, chats: [] as Chat[] }));
  for (const chat of chats) groups.find(({ from }) => Date.parse(chat.updated_at) >= from)!.chats.push(chat);
  return groups.filter((group) => group.chats.length > 0).map(({ title, chats: found }) => ({ title, chats: found }));
}
