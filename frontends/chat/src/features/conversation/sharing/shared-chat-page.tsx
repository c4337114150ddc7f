import { Link2Off, Wrench } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, cn, EmptyState, Skeleton, TooltipProvider } from '@zo/web/ui';
import { useSharedChatQuery, type SharedChat } from '../../../api/shares.endpoints';
import { TEXT } from '../../../messages';
import { SharedContext } from '../markdown/answer-context';
import { Markdown } from '../markdown/markdown';

const dayOf = (date: string) => new Date(date).toLocaleDateString(undefined, { dateStyle: 'long' });

/** A chat as anybody with its link may read it. */
export default function SharedChatPage({ token }: { token: string }) {
  const { data: chat, error, refetch } = useSharedChatQuery(token);
  const title = chat?.title || TEXT.noTitle;
  useEffect(() => {
    document.title = chat ? `${title} · Zo` : 'Zo';
  }, [chat, title]);
  return (
    <TooltipProvider>
      <div className="flex h-full flex-col overflow-y-auto bg-surface-0">
        <header className="flex h-12 shrink-0 items-center border-b border-line-1 px-4">
          <Link to="/" className="font-semibold pointer-coarse:min-h-11 pointer-coarse:content-center">
            Zo
          </Link>
        </header>
        <main className="mx-auto w-full max-w-[46rem] flex-1 px-4 py-6">
          {chat ? (
            <>
              <h1 className="text-2xl font-semibold break-words">{title}</h1>
              <p className="mt-1 text-sm text-text-2">
                {TEXT.shared.facts(dayOf(chat.shared_at), dayOf(chat.expires_at))}
              </p>
              <Messages chat={chat} />
            </>
          ) : error ? (
            <Failure status={toProblem(error).status} onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-label="Loading chat" className="flex flex-col gap-4">
              <Skeleton className="h-8 w-2/3" />
              <Skeleton className="h-4 w-5/6" />
            </div>
          )}
        </main>
      </div>
    </TooltipProvider>
  );
}

function Failure({ status, onRetry }: { status: number; onRetry: () => void }) {
  if (status === 404 || status === 400)
    return (
      <EmptyState icon={<Link2Off />} title={TEXT.shared.goneTitle}>
        {TEXT.shared.gone}
      </EmptyState>
    );
  return (
    <EmptyState tone="bad" title={TEXT.shared.failed} action={<Button onClick={onRetry}>{TEXT.tryAgain}</Button>} />
  );
}

function Messages({ chat }: { chat: SharedChat }) {
  return (
    <SharedContext value>
      {chat.is_cut ? <p className="mt-6 text-sm text-text-3">{TEXT.shared.cut}</p> : null}
      <div className="mt-6 flex flex-col gap-6">
        {chat.messages.map((message, index) => (
          <article key={index} aria-label={message.role === 'user' ? 'Question' : 'Answer'} className="min-w-0">
            {message.carried.length > 0 ? (
              <p className="mb-1 text-right text-xs break-words text-text-3">
                {TEXT.shared.carried(message.carried.join(', '))}
              </p>
            ) : null}
            {message.parts.map((part, at) =>
              part.type === 'tool' ? (
                <p key={at} className="flex min-h-7 items-center gap-1.5 text-sm text-text-2">
                  <Wrench aria-hidden className="size-3.5 text-text-3" />
                  {TEXT.shared[part.failed ? 'notUsed' : 'used'](part.tool.replaceAll('_', ' '))}
                </p>
              ) : message.role === 'user' || part.type === 'steer' ? (
                <Said key={at} text={part.text} />
              ) : (
                <Markdown key={at} text={part.text} />
              ),
            )}
          </article>
        ))}
      </div>
    </SharedContext>
  );
}

const Said = ({ text }: { text: string }) =>
  text ? (
    <div
      className={cn(
        'my-1 ml-auto w-fit max-w-[85%] rounded-xl rounded-br-sm border border-line-1 bg-surface-2',
        'px-3.5 py-2 text-base leading-[22px] break-words whitespace-pre-wrap',
      )}
    >
      {text}
    </div>
  ) : null;
