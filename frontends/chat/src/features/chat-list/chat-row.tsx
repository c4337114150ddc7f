import {
  Ellipsis,
  FolderInput,
  FolderPlus,
  LoaderCircle,
  MessageCircle,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { Link } from '@zo/web/router';
import { ContextMenuArea, Menu, IconButton, cn, type MenuEntry } from '@zo/web/ui';
import type { ListedConversation } from '../../api/types';
import { TEXT } from '../../messages';
import { keepFocus, type Place } from './places';

const MENU_CLOSES_MS = 50;

export interface ChatRowProps {
  chat: ListedConversation;
  to: string;
  active: boolean;
  unread: boolean;
  /** Text around the search hit. */
  snippet?: string;
  /** Names of all folders. */
  folders: readonly string[];
  onName: (kind: 'chat' | 'new-folder', chat: ListedConversation, box: DOMRect) => void;
  onPlace: (chat: ListedConversation, place: Place) => void;
  onDelete: (chat: ListedConversation) => void;
}

/** One chat of the list. */
export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { chat, to, active, unread, snippet } = props;
  const title = chat.title || TEXT.noTitle;
  const entries = entriesOf(props);
  const works = chat.running && !chat.waiting;
  const hasDot = chat.waiting || unread;
  const Shape = works ? LoaderCircle : MessageCircle;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => keepFocus(chat.id, row.current), [chat.id]);
  return (
    <ContextMenuArea label={title} entries={entries}>
      <li
        ref={row}
        data-chat-row={chat.id}
        className={cn('group relative flex items-center rounded-md', active ? 'bg-surface-4' : 'hover:bg-surface-3')}
      >
        <Link
          to={to}
          aria-current={active ? 'page' : undefined}
          className={cn(
            'flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md py-1 pr-8 pl-2 text-base',
            'pointer-coarse:min-h-11',
            hasDot && 'pointer-coarse:pr-13',
          )}
        >
          <Shape aria-hidden className={cn('size-4 text-text-2', works && 'animate-spin')} />
          <span className="min-w-0 flex-1">
            <span
              className={cn(
                'block truncate',
                active || unread ? 'font-medium text-text-1' : 'text-text-2 group-hover:text-text-1',
              )}
            >
              {title}
            </span>
            {snippet ? <span className="block truncate text-xs text-text-3">{snippet}</span> : null}
          </span>
        </Link>
        {hasDot ? <Dot waits={chat.waiting} /> : null}
        <span
          className={cn(
            'absolute right-1 opacity-0 group-focus-within:opacity-100',
            'group-hover:opacity-100 has-[[data-state=open]]:opacity-100',
            'pointer-coarse:opacity-100',
          )}
        >
          <Menu label={title} entries={entries}>
            <IconButton size="sm" label={`More for ${title}`}>
              <Ellipsis />
            </IconButton>
          </Menu>
        </span>
      </li>
    </ContextMenuArea>
  );
});

/** Something is new in the chat, or it waits for its user. */
function Dot({ waits }: { waits: boolean }) {
  return (
    <span
      aria-label={waits ? TEXT.waitsForYou : TEXT.newAnswer}
      role="img"
      className={cn(
        'absolute right-3 size-2 rounded-full group-focus-within:hidden group-hover:hidden pointer-coarse:right-10',
        waits ? 'bg-warn' : 'bg-accent',
      )}
    />
  );
}

function entriesOf({ chat, folders, onName, onPlace, onDelete }: ChatRowProps): MenuEntry[] {
  const rowOf = () => document.querySelector(`[data-chat-row="${chat.id}"]`)?.getBoundingClientRect() ?? new DOMRect();
  // The menu returns the focus when it closes, so the popover has to open after that.
  const name = (kind: 'chat' | 'new-folder') => () => setTimeout(() => onName(kind, chat, rowOf()), MENU_CLOSES_MS);
  const moveTo = (folder: string | null) => ({
    label: folder ?? TEXT.noFolder,
    checked: chat.folder === folder,
    onSelect: () => onPlace(chat, { folder }),
  });
  return [
    { label: TEXT.rename, icon: <Pencil />, onSelect: name('chat') },
    {
      label: chat.pinned ? TEXT.unpin : TEXT.pin,
      icon: chat.pinned ? <PinOff /> : <Pin />,
      onSelect: () => onPlace(chat, { pinned: !chat.pinned }),
    },
    {
      label: TEXT.moveTo,
      icon: <FolderInput />,
      entries: [
        ...folders.map(moveTo),
        ...(folders.length > 0 ? [moveTo(null), 'separator' as const] : []),
        { label: TEXT.newFolder, icon: <FolderPlus />, onSelect: name('new-folder') },
      ],
    },
    'separator',
    { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => onDelete(chat) },
  ];
}
