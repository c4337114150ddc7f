import { History } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '@zo/web/format';
import { skipToken, useRecentChatsQuery } from '@zo/web/store';
import { IconButton, Popover, cn } from '@zo/web/ui';
import { TEXT } from '../../messages';

const MAX = 30;

/** Popover with the latest chats, which keeps the file beside the chat open. */
export function HistoryButton({ current, onChoose }: { current?: string; onChoose: (id: string) => void }) {
  const [open, setOpen] = useState(false);
  const { data: chats } = useRecentChatsQuery(open ? undefined : skipToken);
  const now = Date.now();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Earlier chats"
      className="w-80"
      trigger={
        <IconButton label="Earlier chats">
          <History />
        </IconButton>
      }
    >
      <h3 className="px-2 pt-1.5 pb-1 text-xs font-medium text-text-2">Earlier chats</h3>
      <ul className="max-h-80 overflow-y-auto">
        {chats?.slice(0, MAX).map(({ id, title, updated_at, running, waiting }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => (onChoose(id), setOpen(false))}
              aria-current={id === current || undefined}
              className={cn(
                'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm',
                'pointer-coarse:h-11 hover:bg-surface-3',
                id === current && 'bg-surface-4',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{title || TEXT.noTitle}</span>
              {waiting ? (
                <span role="img" aria-label={TEXT.waitsForYou} className="size-2 rounded-full bg-warn" />
              ) : running ? (
                <span role="img" aria-label="Answering" className="size-2 animate-pulse-soft rounded-full bg-accent" />
              ) : (
                <span className="text-xs text-text-3">{formatDate(Date.parse(updated_at), now)}</span>
              )}
            </button>
          </li>
        ))}
        {chats?.length === 0 ? (
          <li className="px-2 py-2 text-sm text-text-2">Chats appear here once you have sent a message</li>
        ) : null}
      </ul>
    </Popover>
  );
}
