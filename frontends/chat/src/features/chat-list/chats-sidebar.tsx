import { MessageCircle, Search, SquarePen, X } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { skipToken, toProblem, useSearchConversationsQuery } from '@zo/web/store';
import { useLocation, useNavigate } from '@zo/web/router';
import { ConfirmDialog, IconButton, toast } from '@zo/web/ui';
import { useConversationsInfiniteQuery, useDeleteConversationMutation } from '../../api/chat.endpoints';
import { useChatFoldersQuery } from '../../api/places.endpoints';
import type { ListedConversation } from '../../api/types';
import { TEXT } from '../../messages';
import { ChatFolder } from './chat-folder';
import { ChatRow } from './chat-row';
import { ChatRows, type ShowRow } from './chat-rows';
import { groupByDay } from './group';
import { moveFocus } from './move-focus';
import { type Named, Naming } from './naming';
import { usePlacing } from './places';
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

/** CH-13: pinned chats, folders and the other chats by day, with search, rename and delete. */
export function ChatsSidebar() {
  const [q, setQ] = useState('');
  const [searching, setSearching] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const words = useDeferredValue(q.trim());
  const { current, linkTo } = useChatLink();
  const navigate = useNavigate();
  useEffect(() => void (current && markRead(current)), [current]);
  return (
    <div className="flex h-full flex-col" onKeyDown={(event) => moveFocus(event, field.current)}>
      <div className="flex h-12 shrink-0 items-center gap-0.5 pr-2 pl-4">
        {searching ? (
          <input
            ref={field}
            autoFocus
            aria-label="Search chats"
            placeholder="Search chats"
            value={q}
            onChange={(event) => setQ(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && (setQ(''), setSearching(false), button.current?.focus())}
            className="min-w-0 flex-1 bg-transparent text-base outline-none"
          />
        ) : (
          <h2 className="flex-1 text-base font-semibold">Chats</h2>
        )}
        <IconButton
          ref={button}
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

interface ListsProps {
  words: string;
  current: string | null;
  linkTo: (id: string) => string;
  onGone: (id: string) => void;
}

const PINNED = { pinned: 'true' } as const;
const OTHERS = { pinned: 'false', folder: '' } as const;

function Lists({ words, current, linkTo, onGone }: ListsProps) {
  const { data: found } = useSearchConversationsQuery(words || skipToken);
  const { data: folders = [] } = useChatFoldersQuery();
  const unread = useUnread();
  const [named, setNamed] = useState<Named>();
  const [deleting, setDeleting] = useState<ListedConversation>();
  const place = usePlacing();
  const names = folders.map(({ name }) => name);
  const row = (chat: ListedConversation, snippet?: string) => (
    <ChatRow
      key={chat.id}
      chat={chat}
      snippet={snippet}
      to={linkTo(chat.id)}
      active={chat.id === current}
      unread={unread.has(chat.id)}
      folders={names}
      onName={(kind, of, box) => setNamed({ kind, chat: of, box })}
      onPlace={place}
      onDelete={setDeleting}
    />
  );
  return (
    <nav aria-label="Chats" className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {words ? (
        <ul>
          {found?.results.map(({ conversation, snippet }) => row(conversation, snippet))}
          {found?.results.length === 0 ? <li className="p-2 text-sm text-text-2">No chat contains “{words}”</li> : null}
        </ul>
      ) : (
        <>
          <Pinned row={(chat) => row(chat)} />
          {folders.length > 0 ? (
            <ul aria-label="Folders" className="pt-3">
              {folders.map(({ name, chats }) => (
                <ChatFolder
                  key={name}
                  name={name}
                  count={chats}
                  row={(chat) => row(chat)}
                  onRename={(folder, box) => setNamed({ kind: 'folder', name: folder, box })}
                />
              ))}
            </ul>
          ) : null}
          <Others row={(chat) => row(chat)} hasFolders={folders.length > 0} />
        </>
      )}
      <Naming named={named} onClose={() => setNamed(undefined)} />
      <Deleting chat={deleting} onClose={() => setDeleting(undefined)} onGone={onGone} />
    </nav>
  );
}

/** Nothing while none is pinned, also while it is not known. */
function Pinned({ row }: { row: ShowRow }) {
  const { data } = useConversationsInfiniteQuery(PINNED);
  if (!data?.pages.some(({ conversations }) => conversations.length > 0)) return null;
  return (
    <section className="pt-3">
      <h3 className="px-2 pb-1 text-sm text-text-3">{TEXT.pinned}</h3>
      <ChatRows part={PINNED}>{(chats) => <ul aria-label={TEXT.pinned}>{chats.map(row)}</ul>}</ChatRows>
    </section>
  );
}

function Others({ row, hasFolders }: { row: ShowRow; hasFolders: boolean }) {
  const { data: pinned } = useConversationsInfiniteQuery(PINNED);
  const isFirst = !hasFolders && pinned?.pages.every(({ conversations }) => conversations.length === 0);
  return (
    <ChatRows part={OTHERS}>
      {(chats) => (
        <>
          {groupByDay(chats, new Date()).map(({ title, chats: day }) => (
            <section key={title} className="pt-3">
              <h3 className="px-2 pb-1 text-sm text-text-3">{title}</h3>
              <ul>{day.map(row)}</ul>
            </section>
          ))}
          {chats.length === 0 && isFirst ? (
            <p className="flex items-center gap-2 px-2 pt-3 text-sm text-text-2">
              <MessageCircle className="size-4" />
              Your chats will be listed here
            </p>
          ) : null}
        </>
      )}
    </ChatRows>
  );
}

interface DeletingProps {
  chat: ListedConversation | undefined;
  onClose: () => void;
  onGone: (id: string) => void;
}

function Deleting({ chat, onClose, onGone }: DeletingProps) {
  const [remove, { isLoading }] = useDeleteConversationMutation();
  const confirm = () => {
    const { id } = chat!;
    remove(id)
      .unwrap()
      .then(
        () => (onClose(), onGone(id)),
        (failure: unknown) => toast.error(toProblem(failure).detail),
      );
  };
  return (
    <ConfirmDialog
      open={chat !== undefined}
      onOpenChange={(open) => open || onClose()}
      title={`Delete “${chat?.title || TEXT.noTitle}”?`}
      description="Its messages are gone for good. Files it made stay."
      action="Delete chat"
      busy={isLoading}
      onConfirm={confirm}
    />
  );
}
