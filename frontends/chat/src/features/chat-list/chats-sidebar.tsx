import { MessageCircle, Search, SquarePen, X } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { skipToken, toProblem, useSearchConversationsQuery } from '@zo/web/store';
import { useLocation, useNavigate } from '@zo/web/router';
import { Button, ConfirmDialog, IconButton, NamePopover, SkeletonRows, toast } from '@zo/web/ui';
import {
  useChangeConversationMutation,
  useConversationsInfiniteQuery,
  useDeleteConversationMutation,
} from '../../api/chat.endpoints';
import type { ListedConversation } from '../../api/types';
import { TEXT } from '../../messages';
import { ChatRow } from './chat-row';
import { groupByDay } from './group';
import { markRead, useUnread } from './unread';

/** Builds addresses that open a chat beside the current page. */
function useChatLink() {
  const { pathname, search } = useLocation();
  const current = new URLSearchParams(search).get('chat');
  const linkTo = useCallback(
    (id: string) => {
      const query = new URLSearchParams(search);
      query.set('chat', id);
      // A collapsed chat would stay invisible after selecting another one.
      if (query.get('chat_view') === 'rail') query.delete('chat_view');
      return `${pathname}?${query.toString()}`;
    },
    [pathname, search],
  );
  return { current, linkTo };
}

/** CH-13: all chats by day, with search, rename and delete. */
export function ChatsSidebar() {
  const [q, setQ] = useState('');
  const [searching, setSearching] = useState(false);
  const words = useDeferredValue(q.trim());
  const { current, linkTo } = useChatLink();
  const navigate = useNavigate();
  useEffect(() => void (current && markRead(current)), [current]);
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center gap-0.5 pr-2 pl-4">
        {searching ? (
          <input
            autoFocus
            aria-label="Search chats"
            placeholder="Search chats"
            value={q}
            onChange={(event) => setQ(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && (setQ(''), setSearching(false))}
            className="min-w-0 flex-1 bg-transparent text-base outline-none"
          />
        ) : (
          <h2 className="flex-1 text-base font-semibold">Chats</h2>
        )}
        <IconButton
          label={searching ? 'End search' : 'Search chats'}
          onClick={() => (setQ(''), setSearching(!searching))}
        >
          {searching ? <X /> : <Search />}
        </IconButton>
        <IconButton label={TEXT.newChat} onClick={() => navigate(linkTo('new'))}>
          <SquarePen />
        </IconButton>
      </div>
      <Lists
        words={searching ? words : ''}
        current={current}
        linkTo={linkTo}
        onGone={(id) => id === current && navigate(linkTo('new'), { replace: true })}
      />
    </div>
  );
}

function Lists({
  words,
  current,
  linkTo,
  onGone,
}: {
  words: string;
  current: string | null;
  linkTo: (id: string) => string;
  onGone: (id: string) => void;
}) {
  const { data, isLoading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useConversationsInfiniteQuery('');
  const { data: found } = useSearchConversationsQuery(words || skipToken);
  const unread = useUnread();
  const [renaming, setRenaming] = useState<{ chat: ListedConversation; box: DOMRect }>();
  const [deleting, setDeleting] = useState<ListedConversation>();
  const chats = useMemo(() => data?.pages.flatMap(({ conversations }) => conversations) ?? [], [data]);
  const groups = useMemo(() => groupByDay(chats, new Date()), [chats]);
  const onRename = useCallback((chat: ListedConversation, box: DOMRect) => setRenaming({ chat, box }), []);
  const row = (chat: ListedConversation, snippet?: string) => (
    <ChatRow
      key={chat.id}
      chat={chat}
      snippet={snippet}
      to={linkTo(chat.id)}
      active={chat.id === current}
      unread={unread.has(chat.id)}
      onRename={onRename}
      onDelete={setDeleting}
    />
  );

  return (
    <nav aria-label="Chats" className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {isLoading ? <SkeletonRows label="Loading chats" /> : null}
      {isError && !data ? (
        <div role="alert" className="flex flex-col items-start gap-2 p-2 text-sm text-text-2">
          Your chats could not be read.<Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : null}
      {words ? (
        <ul>
          {found?.results.map(({ conversation, snippet }) => row(conversation, snippet))}
          {found?.results.length === 0 ? <li className="p-2 text-sm text-text-2">No chat contains “{words}”</li> : null}
        </ul>
      ) : (
        groups.map(({ title, chats: day }) => (
          <section key={title} className="pt-3">
            <h3 className="px-2 pb-1 text-sm text-text-3">{title}</h3>
            <ul>{day.map((chat) => row(chat))}</ul>
          </section>
        ))
      )}
      {!words && data && chats.length === 0 ? (
        <p className="flex items-center gap-2 px-2 pt-3 text-sm text-text-2">
          <MessageCircle className="size-4" />
          Your chats will be listed here
        </p>
      ) : null}
      {!words && hasNextPage ? <More busy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      <Dialogs
        renaming={renaming}
        deleting={deleting}
        onClose={() => (setRenaming(undefined), setDeleting(undefined))}
        onGone={onGone}
      />
    </nav>
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

function Dialogs({
  renaming,
  deleting,
  onClose,
  onGone,
}: {
  renaming?: { chat: ListedConversation; box: DOMRect };
  deleting?: ListedConversation;
  onClose: () => void;
  onGone: (id: string) => void;
}) {
  const [change] = useChangeConversationMutation();
  const [remove, { isLoading }] = useDeleteConversationMutation();
  const confirm = () => {
    const { id } = deleting!;
    remove(id)
      .unwrap()
      .then(
        () => (onClose(), onGone(id)),
        (failure: unknown) => toast.error(toProblem(failure).detail),
      );
  };
  return (
    <>
      <NamePopover
        open={renaming !== undefined}
        onOpenChange={(open) => open || onClose()}
        box={renaming?.box}
        title="Name of the chat"
        action="Rename"
        initial={renaming?.chat.title ?? ''}
        onSubmit={(title) =>
          change({ id: renaming!.chat.id, title })
            .unwrap()
            .then(
              () => undefined,
              (failure: unknown) => toProblem(failure).detail,
            )
        }
      />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => open || onClose()}
        title={`Delete “${deleting?.title || TEXT.noTitle}”?`}
        description="Its messages are gone for good. Files it made stay."
        action="Delete chat"
        busy={isLoading}
        onConfirm={confirm}
      />
    </>
  );
}
