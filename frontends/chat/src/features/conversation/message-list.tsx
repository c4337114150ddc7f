import { ArrowDown } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button, cn, IconButton, Skeleton } from '@zo/web/ui';
import type { ConversationData, Message, SendBody } from '../../api/types';
import { TEXT } from '../../messages';
import { AssistantMessage } from './assistant-message';
import { FindBar } from './find/find-bar';
import { FoundContext } from './find/found-context';
import { SourcesContext } from './markdown/answer-context';
import { useSources } from './markdown/use-sources';
import { Siblings } from './siblings';
import { useOlder } from './use-older';
import { UserMessage } from './user-message';

/** Closer to the end than this in pixels counts as at the end, and the list follows new text. */
const NEAR_END = 80;
/** Earlier rows are not laid out while they are off screen (content-visibility). */
const LIVE_ROWS = 6;

export interface MessageListProps {
  chat: ConversationData;
  /** A message that the server has not accepted yet. */
  pending?: SendBody;
  onSend: (body: SendBody) => Promise<boolean>;
  /** Copies the chat up to an answer into a new chat. */
  onFork: (messageId: string) => void;
  footer?: ReactNode;
  /** The search of the chat; `asked` is 0 while it is closed. */
  find: { readonly asked: number; readonly close: () => void };
}

/** The shown branch, newest message last; earlier messages load while scrolling up. */
export function MessageList({ chat, pending, onSend, onFork, footer, find }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { atEnd, toEnd, onScroll } = useEndOfList(scroller, chat, pending !== undefined);
  const older = useOlder(scroller, chat);
  const running = chat.active_run !== undefined;
  const sources = useSources(chat.messages);
  const [found, setFound] = useState<{ id: string; words: string }>();
  const closeFind = () => {
    find.close();
    scroller.current?.focus({ preventScroll: true });
  };

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {find.asked > 0 ? (
        <FindBar chat={chat} list={scroller} asked={find.asked} onFound={setFound} onClose={closeFind} />
      ) : null}
      <div
        ref={scroller}
        onScroll={onScroll}
        tabIndex={-1}
        className={cn(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 outline-none',
          '[overflow-anchor:none] [scrollbar-gutter:stable_both-edges]',
        )}
      >
        <div
          role="log"
          aria-label="Messages"
          aria-live="off"
          className="mx-auto flex w-full max-w-[46rem] flex-col gap-4 py-4"
        >
          {chat.has_more ? (
            <div ref={older.sentinel} className="flex min-h-10 flex-col gap-2">
              {older.isLoading ? <Skeleton className="h-4 w-2/3" /> : null}
              {older.isFailed ? (
                <p className="flex items-center gap-2 text-sm text-text-2">
                  {TEXT.olderFailed}
                  <Button size="sm" variant="quiet" onClick={older.retry}>
                    Try again
                  </Button>
                </p>
              ) : null}
            </div>
          ) : null}
          <SourcesContext value={sources}>
            {chat.messages.map((message, index) => (
              <Row
                key={message.id}
                message={message}
                conversationId={chat.id}
                running={running}
                asked={message.role === 'assistant' ? chat.messages[index - 1] : undefined}
                last={index === chat.messages.length - 1}
                distant={index < chat.messages.length - LIVE_ROWS}
                found={found?.id === message.id ? found.words : ''}
                onSend={onSend}
                onFork={onFork}
              />
            ))}
          </SourcesContext>
          {pending ? (
            <div className="opacity-60">
              <UserMessage
                message={{
                  parts: [{ type: 'text', text: pending.text }],
                  parent_id: null,
                  files: pending.files,
                  attachments: pending.attachments,
                  chats: pending.chats,
                }}
              />
            </div>
          ) : null}
          {footer}
        </div>
      </div>
      {atEnd ? null : (
        <IconButton
          label="Jump to the latest"
          side="top"
          onClick={toEnd}
          className={cn(
            'absolute! bottom-3 left-1/2 size-8! -translate-x-1/2 rounded-full',
            'border border-line-1 bg-surface-1 shadow-float',
          )}
        >
          <ArrowDown />
        </IconButton>
      )}
      <Announcer chat={chat} />
    </div>
  );
}

interface RowProps {
  message: Message;
  conversationId: string;
  running: boolean;
  /** The user message that an answer belongs to. */
  asked?: Message;
  last: boolean;
  distant: boolean;
  /** Words that are looked for in it. */
  found: string;
  onSend: (body: SendBody) => Promise<boolean>;
  onFork: (messageId: string) => void;
}

const Row = memo(function Row(props: RowProps) {
  const { message, conversationId, running, asked, last, distant, found, onSend, onFork } = props;
  const retry =
    asked && last && !running
      ? (model?: string) => onSend({ text: '', answer_to: asked.id, ...(model && { model }) })
      : undefined;
  const isCut = message.status === 'stopped' || message.status === 'interrupted' || message.status === 'failed';
  const goOn = retry && isCut ? () => onSend({ text: TEXT.goOnWords }) : undefined;
  return (
    <article
      aria-label={message.role === 'user' ? 'You' : 'Answer'}
      data-message={message.id}
      className={distant ? '[contain-intrinsic-size:auto_120px] [content-visibility:auto]' : undefined}
    >
      {message.role === 'user' ? (
        <UserMessage message={message} onEdit={running ? undefined : onSend} />
      ) : (
        <FoundContext value={found}>
          <AssistantMessage
            message={message}
            conversationId={conversationId}
            onRetry={retry}
            onContinue={goOn}
            onFork={running ? undefined : onFork}
          />
        </FoundContext>
      )}
      {message.siblings ? (
        <Siblings
          conversationId={conversationId}
          siblings={message.siblings}
          disabled={running}
          className={message.role === 'user' ? 'justify-end' : 'justify-start'}
        />
      ) : null}
    </article>
  );
});

/** Keeps the list at its end while the user is there; sending a message scrolls to the end. */
function useEndOfList(scroller: RefObject<HTMLDivElement | null>, chat: ConversationData, pending: boolean) {
  const [atEnd, setAtEnd] = useState(true);
  const follow = useRef(true);
  const last = useRef({ top: 0, height: 0 });
  const scrollToEnd = useCallback((box: HTMLDivElement) => {
    box.scrollTop = box.scrollHeight;
    last.current = { top: box.scrollTop, height: box.scrollHeight };
  }, []);
  const toEnd = useCallback(() => {
    follow.current = true;
    setAtEnd(true);
    if (scroller.current) scrollToEnd(scroller.current);
  }, [scroller, scrollToEnd]);

  useLayoutEffect(toEnd, [chat.id, pending, toEnd]);
  useEffect(() => {
    const box = scroller.current;
    if (!box?.firstElementChild) return;
    const observer = new ResizeObserver(() => follow.current && scrollToEnd(box));
    observer.observe(box.firstElementChild);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller, scrollToEnd]);
  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const { scrollTop: top, scrollHeight: height } = box;
    const near = height - top - box.clientHeight < NEAR_END;
    // Scroll events of our own scrolling arrive late, when text may have been added. Only scrolling up leaves the end,
    // and not the browser, which moves a list up that has become shorter.
    const isLeft = top < last.current.top && height >= last.current.height;
    follow.current = near || (follow.current && !isLeft);
    last.current = { top, height };
    setAtEnd(follow.current);
  };
  return { atEnd, toEnd, onScroll };
}

/** Announces the answer to screen readers sentence by sentence. */
function Announcer({ chat }: { chat: ConversationData }) {
  const announced = useRef({ id: '', length: 0 });
  const [words, setWords] = useState('');
  const run = chat.active_run;
  const message = run && chat.messages.findLast(({ id }) => id === run.message_id);
  const text = message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ') ?? '';
  useEffect(() => {
    if (!message) return;
    if (announced.current.id !== message.id) announced.current = { id: message.id, length: 0 };
    const end = Math.max(...['. ', '? ', '! ', '\n'].map((mark) => text.lastIndexOf(mark))) + 1;
    if (end <= announced.current.length) return;
    setWords(text.slice(announced.current.length, end));
    announced.current.length = end;
  }, [text, message]);
  return (
    <div aria-live="polite" className="sr-only">
      {words}
    </div>
  );
}
