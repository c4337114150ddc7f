import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Button, SkeletonRows } from '@zo/web/ui';
import { useConversationsInfiniteQuery, type ListedPart } from '../../api/chat.endpoints';
import type { ListedConversation } from '../../api/types';

export type ShowRow = (chat: ListedConversation) => ReactNode;

interface ChatRowsProps {
  part: ListedPart;
  /** How the rows of all pages are shown. */
  children: (chats: readonly ListedConversation[]) => ReactNode;
}

/** A part of the list, page after page. */
export function ChatRows({ part, children }: ChatRowsProps) {
  const { data, isLoading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useConversationsInfiniteQuery(part);
  const chats = useMemo(() => data?.pages.flatMap(({ conversations }) => conversations), [data]);
  return (
    <>
      {isLoading ? <SkeletonRows label="Loading chats" /> : null}
      {isError && !data ? (
        <div role="alert" className="flex flex-col items-start gap-2 p-2 text-sm text-text-2">
          Your chats could not be read.<Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : null}
      {chats ? children(chats) : null}
      {hasNextPage ? <More busy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  );
}

/** Loads the next page when it scrolls into view. */
function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const location = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && !busy && onMore());
    if (location.current) observer.observe(location.current);
    return () => observer.disconnect();
  });
  return <div ref={location} className="h-8" />;
}
