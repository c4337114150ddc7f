import { useSyncExternalStore } from 'react';
import type { RunStatus } from '@zo/web/api';
import { live } from '@zo/web/live';

const ENDED: readonly RunStatus[] = ['complete', 'failed', 'interrupted'];
let unread: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function replace(next: ReadonlySet<string>): void {
  unread = next;
  listeners.forEach((tell) => tell());
}

live.on('conversation', (event) => {
  const { id } = event;
  if (event.change === 'run' && ENDED.includes(event.status) && !isShown(id)) replace(new Set([...unread, id]));
  if (event.change === 'deleted') markRead(id);
});

const isShown = (id: string) =>
  document.visibilityState === 'visible' && new URLSearchParams(window.location.search).get('chat') === id;

/** Marks a chat as read. */
export function markRead(id: string): void {
  if (unread.has(id)) replace(new Set([...unread].filter((each) => each !== id)));
}

/** Chats of this tab whose answer ended while they were not visible. */
export const useUnread = (): ReadonlySet<string> =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => unread,
  );
