import { MessageSquare, X } from 'lucide-react';
import { Link, useLocation } from '@zo/web/router';
import { cn } from '@zo/web/ui/cn';
import type { ChatRef } from '../../../api/types';

/** A chip with the title of another chat; a click opens that chat. */
export function ChatChip({ chat: { id, title }, onRemove }: { chat: ChatRef; onRemove?: () => void }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.set('chat', id);
  return (
    <span
      className={cn(
        'inline-flex h-6 max-w-56 min-w-0 items-center rounded-md',
        'bg-accent-soft text-sm font-medium text-accent-text',
      )}
    >
      <Link
        to={`${pathname}?${query.toString()}`}
        onClick={(event) => event.stopPropagation()}
        title={title}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2 hover:underline touch-area"
      >
        <MessageSquare aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate">{title}</span>
      </Link>
      {onRemove ? (
        <button
          type="button"
          aria-label={`Remove ${title}`}
          onClick={onRemove}
          className="-ml-1 flex size-6 shrink-0 items-center justify-center rounded-md hover:bg-surface-3 touch-area"
        >
          <X className="size-3" />
        </button>
      ) : null}
    </span>
  );
}
