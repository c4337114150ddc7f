import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { Link } from '@zo/web/router';
import { useChatsByFileQuery } from '@zo/web/store';
import { fileHref, type Location, nameOf, pathKey, shownName } from '@zo/web/paths';
import { formatDate } from '@zo/web/format';
import { Button, cn, Popover } from '@zo/web/ui';

/** CH-07: chats that used this file. */
export function ChatsPopup({ location }: { location: Location }) {
  const [open, setOpen] = useState(false);
  const { data: chats = [] } = useChatsByFileQuery(pathKey(location));
  const label = chats.length === 0 ? 'Chats' : chats.length === 1 ? '1 chat' : `${chats.length} chats`;
  const now = Date.now();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Chats"
      trigger={
        <Button variant={chats.length ? 'soft' : 'quiet'} className="max-md:hidden">
          <MessagesSquare />
          <span className="@max-lg:sr-only">{label}</span>
        </Button>
      }
    >
      <h3 className="truncate px-2 pt-1.5 pb-1 text-xs font-medium text-text-2">
        {chats.length ? 'Chats with' : 'No chats with'} {shownName(nameOf(location))}
      </h3>
      <ul className="max-h-72 overflow-y-auto">
        {chats.map(({ id, title, updated_at }) => (
          <li key={id}>
            <Link
              to={`${fileHref(location)}?chat=${id}&chat_view=sidebar`}
              onClick={() => setOpen(false)}
              className="flex h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-surface-3"
            >
              <span className="min-w-0 flex-1 truncate">{title || 'No Title'}</span>
              <span className="text-xs text-text-3">{formatDate(Date.parse(updated_at), now)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={`${fileHref(location)}?chat=new&chat_view=sidebar`}
        onClick={() => setOpen(false)}
        className={cn(
          'mt-1 flex h-8 items-center rounded-md border-t border-line-1 px-2 text-sm text-accent-text',
          'hover:bg-surface-3',
        )}
      >
        New chat here
      </Link>
    </Popover>
  );
}
