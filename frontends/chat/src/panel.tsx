import { useEffect, useMemo } from 'react';
import { useAppSelector } from '@zo/web/store';
import { Button, EmptyState, Skeleton, toastsAbove } from '@zo/web/ui';
import { MessageSquareOff } from 'lucide-react';
import { markRead } from './features/chat-list/unread';
import { Composer } from './features/conversation/composer/composer';
import { ChatHeader } from './features/conversation/chat-header';
import { EmptyChat } from './features/conversation/empty-chat';
import { useTakenFirst } from './features/conversation/composer/use-taken-first';
import { MessageList } from './features/conversation/message-list';
import { useFindKey } from './features/conversation/find/use-find-key';
import { useChat } from './features/conversation/use-chat';
import { NoticeOffer } from './features/conversation/notice-offer';
import { ModelPicker } from './features/conversation/models/model-picker';
import { PersonaPicker } from './features/conversation/personas/persona-picker';
import { useModels } from './features/conversation/models/use-models';
import { useTellZone } from './features/schedules/use-zone';
import { TEXT } from './messages';
import type { ChatPanelProps } from './panel-props';

export { prefetchChat } from './api/prefetch-chat';

/** The chat panel: messages above and composer below, or the empty state. */
export function ChatPanel({ chatId, view, openFile, onChatId, onView, terminal }: ChatPanelProps) {
  const { id, chat, error, refetch, send, stop, fork, pending, running } = useChat(chatId, onChatId);
  useTakenFirst(id === undefined, onChatId);
  useEffect(() => void (id && markRead(id)), [id, running]);
  useTellZone();

  const terminalMode = useAppSelector((state) => state.ui.chatMode === 'terminal') && terminal !== undefined;

  const find = useFindKey({ canFind: chat !== undefined && !terminalMode, isAlone: view === 'full' });

  const { current: model } = useModels();
  // A chat that is still loading has no known files, and nothing is attached to its composer.
  const known = useMemo(
    () => new Set(chat?.messages.flatMap(({ files = [] }) => files.map(({ path }) => path))),
    [chat?.messages],
  );
  const taken = useMemo(
    () => new Set([...(chat?.messages ?? []), ...(chat?.queued ?? [])].map((message) => message.id)),
    [chat?.messages, chat?.queued],
  );
  const composer = (
    <Composer
      chatId={id ?? 'new'}
      running={running}
      openFile={id && !chat ? undefined : openFile}
      known={known}
      taken={taken}
      helper={model?.helper ?? false}
      onNew={() => onChatId('new')}
      autoFocus={view === 'full' || running}
      tools={
        <>
          <PersonaPicker helper={model?.helper ?? false} />
          <ModelPicker />
        </>
      }
      onSend={send}
      onStop={stop}
      queued={chat?.queued}
    />
  );
  const sendingFirst = !id && pending;
  return (
    <section aria-label="Chat" className="flex h-full min-w-0 flex-col" onKeyDown={find.onKeyDown}>
      <ChatHeader
        id={error && !chat ? undefined : id}
        title={chat?.title}
        view={view}
        onView={onView}
        onChatId={onChatId}
        modes={terminal !== undefined}
        onFind={find.open}
      />
      {terminalMode ? <div className="min-h-0 flex-1">{terminal}</div> : null}
      {!terminalMode && !id && !sendingFirst ? (
        <EmptyChat
          full={view === 'full'}
          openFile={openFile}
          composer={composer}
          onStart={(text) => void send({ text })}
        />
      ) : null}
      {!terminalMode && (id || sendingFirst) ? (
        <>
          {chat ? (
            <MessageList key={chat.id} chat={chat} pending={pending} onSend={send} onFork={fork} find={find} />
          ) : error && id ? (
            <LoadFailure failure={error as Failure} onRetry={() => void refetch()} onNew={() => onChatId('new')} />
          ) : (
            <Loading />
          )}
          {error && !chat ? null : (
            <div ref={toastsAbove} className="mx-auto w-full max-w-[48rem] shrink-0 px-3 pt-1 pb-3">
              {chat?.rehearsal ? <p className="pb-1.5 text-center text-xs text-text-2">{TEXT.rehearsal}</p> : null}
              <NoticeOffer running={running} />
              {composer}
            </div>
          )}
        </>
      ) : null}
    </section>
  );
}

type Failure = { status?: number; detail?: string };

/** CH-11: the chat could not be loaded. */
function LoadFailure({ failure, onRetry, onNew }: { failure: Failure; onRetry: () => void; onNew: () => void }) {
  const gone = failure.status === 404 || failure.status === 400;
  const action = gone ? <Button onClick={onNew}>{TEXT.newChat}</Button> : <Button onClick={onRetry}>Try again</Button>;
  return (
    <div className="min-h-0 flex-1">
      <EmptyState
        tone="bad"
        icon={<MessageSquareOff />}
        title={gone ? 'This chat is not there' : 'This chat could not be read'}
        action={action}
      >
        {TEXT.loadFailed(failure.status ?? 0, failure.detail ?? '')}
      </EmptyState>
    </div>
  );
}

function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading chat"
      className="mx-auto flex min-h-0 w-full max-w-[46rem] flex-1 flex-col gap-4 px-4 py-4"
    >
      <Skeleton className="ml-auto h-10 w-1/2" />
      <Skeleton className="h-4 w-5/6" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}
