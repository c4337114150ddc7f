import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useOlderMessagesMutation } from '../../api/chat.endpoints';
import type { ConversationData } from '../../api/types';

/**
 * Loads earlier messages when the start of the list comes near the screen, and keeps the scroll position. After a
 * failure it waits for its user, or for the network.
 */
export function useOlder(scroller: RefObject<HTMLDivElement | null>, chat: Pick<ConversationData, 'id' | 'messages'>) {
  const [load, { isLoading, isError: isFailed, reset }] = useOlderMessagesMutation();
  const sentinel = useRef<HTMLDivElement>(null);
  const first = chat.messages[0]?.id;
  const before = useRef({ first, height: 0 });

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (before.current.first !== first && before.current.height > 0)
      box.scrollTop += box.scrollHeight - before.current.height;
    before.current = { first, height: 0 };
  }, [first, scroller]);
  useEffect(() => {
    const target = sentinel.current;
    if (!target || !first || isLoading || isFailed) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Several entries can arrive at once; only the last one is current.
        if (!entries.at(-1)?.isIntersecting) return;
        before.current = { first, height: scroller.current?.scrollHeight ?? 0 };
        void load({ id: chat.id, before: first });
      },
      { root: scroller.current, rootMargin: '600px 0px 0px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [chat.id, first, isLoading, isFailed, load, scroller]);
  useEffect(() => {
    if (!isFailed) return;
    window.addEventListener('online', reset);
    return () => window.removeEventListener('online', reset);
  }, [isFailed, reset]);
  return { sentinel, isLoading, isFailed, retry: reset };
}
