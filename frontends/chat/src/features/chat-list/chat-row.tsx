import { Ellipsis, LoaderCircle, MessageCircle, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Link } from '@zo/web/router';
import { ContextMenuArea, Menu, IconButton, cn, type MenuEntry } from '@zo/web/ui';
import type { ListedConversation } from '../../api/types';
import { TEXT } from '../../messages';

const MENU_CLOSES_MS = 50;

export interface ChatRowProps {
  chat: ListedConversation;
  to: string;
  active: boolean;
  unread: boolean;
  /** Text around the search hit. */
  snippet?: string;
  onRename: (chat: ListedConversation, box: DOMRect) => void;
  onDelete: (chat: ListedConversation) => void;
}

/** One chat of the list. */
export const ChatRow = memo(function ChatRow({ chat, to, active, unread, snippet, onRename, onDelete }: ChatRowProps) {
  const title = chat.title || TEXT.noTitle;
  const rowOf = () => document.querySelector(`[data-chat-row="${chat.id}"]`)?.getBoundingClientRect() ?? new DOMRect();
  const entries: MenuEntry[] = [
    // The menu returns the focus when it closes, so the popover has to open after that.
    { label: 'Rename', icon: <Pencil />, onSelect: () => setTimeout(() => onRename(chat, rowOf()), MENU_CLOSES_MS) },
    { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => onDelete(chat) },
  ];
  const Shape = chat.running ? LoaderCircle : MessageCircle;
  return (
    <ContextMenuArea label={title} entries={entries}>
      <li
        data-chat-row={chat.id}
        className={cn('group relative flex items-center rounded-md', active ? 'bg-surface-4' : 'hover:bg-surface-3')}
      >
        <Link
          to={to}
          aria-current={active ? 'page' : undefined}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md py-1 pr-8 pl-2 text-base pointer-coarse:min-h-11"
        >
          <Shape aria-hidden className={cn('size-4 text-text-2', chat.running && 'animate-spin')} />
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
        {unread ? (
          <span
            aria-label="New answer"
            role="img"
            className="absolute right-3 size-2 rounded-full bg-accent group-hover:hidden"
          />
        ) : null}
        <span className="absolute right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-state=open]]:opacity-100 pointer-coarse:opacity-100">
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
