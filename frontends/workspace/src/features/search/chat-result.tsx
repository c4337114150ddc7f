import { MessageCircle } from 'lucide-react';
import { formatAge, formatDate } from '@zo/web/format';
import { Link } from '@zo/web/router';
import type { FoundChat } from '@zo/web/store';
import { cn, Marked } from '@zo/web/ui';
import { marksOf } from './marks-of';

/** One chat whose title or messages contain the query. */
export function ChatResult({
  chat: { conversation, snippet },
  query,
  now,
  isPhone,
}: {
  chat: FoundChat;
  query: string;
  now: number;
  isPhone: boolean;
}) {
  const title = conversation.title || 'No Title';
  const time = Date.parse(conversation.updated_at);
  return (
    <li
      className={cn(
        'flex gap-3 rounded-lg px-2.5 py-2',
        'focus-within:bg-surface-4 hover:bg-surface-2 focus-within:hover:bg-surface-4',
        'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
      )}
    >
      <MessageCircle aria-hidden className="mt-0.5 size-4 shrink-0 text-text-2" />
      <Link
        to={`/f?chat=${conversation.id}&chat_view=full`}
        data-result
        className="flex min-w-0 flex-1 flex-col outline-none"
      >
        <span className="flex items-baseline gap-2">
          <span className="-ml-0.5 min-w-0 flex-1 truncate px-0.5 text-base font-medium pointer-coarse:text-lg">
            <Marked text={title} marks={marksOf(title, query)} />
          </span>
          <span className="shrink-0 text-xs text-text-2">{isPhone ? formatAge(time, now) : formatDate(time, now)}</span>
        </span>
        {snippet ? (
          <span className="-ml-0.5 truncate px-0.5 text-sm text-text-2 max-md:text-base">
            <Marked text={snippet} marks={marksOf(snippet, query)} />
          </span>
        ) : null}
      </Link>
    </li>
  );
}
