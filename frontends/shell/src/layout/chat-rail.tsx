import { MessageCircle, PanelRightOpen, SquarePen } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RunStatus } from '@zo/web/api';
import { live } from '@zo/web/live';
import { cn, IconButton } from '@zo/web/ui';
import type { Layout } from './use-layout';

const DONE: readonly RunStatus[] = ['complete', 'stopped', 'failed', 'interrupted'];

/** Whether a run is in progress or waits for its user, and whether one ended unread. */
function useActivity() {
  const [activity, setActivity] = useState({ running: false, waiting: false, unread: false });
  useEffect(
    () =>
      live.on('conversation', (event) => {
        if (event.change !== 'run') return;
        const done = DONE.includes(event.status);
        setActivity(({ unread }) => ({ running: !done, waiting: event.status === 'waiting', unread: unread || done }));
      }),
    [],
  );
  return activity;
}

/** RT-02 'rail': the collapsed chat, with a pulse while an answer is written and a dot when one is unread. */
export function ChatRail({ layout }: { layout: Layout }) {
  const { running, waiting, unread } = useActivity();
  const open = (chat: string | null) => {
    if (chat) layout.setChat(chat);
    layout.setView('sidebar');
  };
  return (
    <aside
      aria-label="Chat"
      data-region
      className="flex w-12 shrink-0 flex-col items-center gap-1 border-l border-line-1 bg-surface-0 py-2"
    >
      <IconButton label="Open chat" keys="Mod+J" side="left" size="lg" onClick={() => layout.setView('sidebar')}>
        <PanelRightOpen />
      </IconButton>
      <div className="relative">
        <IconButton
          label={
            waiting ? 'Chat, waits for you' : running ? 'Chat, answering' : unread ? 'Chat, new answer' : 'Last chat'
          }
          side="left"
          size="lg"
          onClick={() => open(layout.chat)}
        >
          <MessageCircle />
        </IconButton>
        {running || unread ? (
          <span
            aria-hidden
            className={cn(
              'absolute top-1 right-1 size-2 rounded-full',
              waiting ? 'bg-warn' : 'bg-accent',
              running && !waiting && 'animate-pulse-soft',
            )}
          />
        ) : null}
      </div>
      <IconButton label="New chat" side="left" size="lg" onClick={() => open('new')}>
        <SquarePen />
      </IconButton>
    </aside>
  );
}
