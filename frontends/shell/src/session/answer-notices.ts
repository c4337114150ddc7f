/**
 * Says that an answer is done while the tab is hidden: in its title, and by a notification where its user wants that.
 */
import type { RunStatus } from '@zo/web/api';
import { live } from '@zo/web/live';
import { noticesState } from '@zo/web/notices';
import { chatsApi, store } from '@zo/web/store';

const SAID: Partial<Record<RunStatus, string>> = {
  complete: 'The answer is done.',
  failed: 'The answer could not be finished.',
  interrupted: 'The answer was interrupted.',
  waiting: 'The assistant has a question for you.',
};
const COUNT = /^\(\d+\) /;
const MAX_TITLE = 100;

/** @param open shows a chat. @returns the end of it */
export function startAnswerNotices(open: (chatId: string) => void): () => void {
  const done = new Set<string>();
  const off = live.on('conversation', (event) => {
    if (event.change !== 'run' || document.visibilityState !== 'hidden') return;
    const said = SAID[event.status];
    if (said === undefined) return;
    done.add(event.run_id);
    document.title = `(${done.size}) ${document.title.replace(COUNT, '')}`;
    if (noticesState() === 'on') void show(event, said, open);
  });
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;
    done.clear();
    document.title = document.title.replace(COUNT, '');
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    off();
    document.removeEventListener('visibilitychange', onVisible);
  };
}

async function show(
  { id, run_id }: { id: string; run_id: string },
  said: string,
  open: (chatId: string) => void,
): Promise<void> {
  const title = await titleOf(id);
  try {
    // Tabs of one browser show one notification for the same run.
    const notice = new Notification(title, { body: said, tag: run_id, icon: '/icons/apple-touch.png' });
    notice.onclick = () => {
      window.focus();
      open(id);
      notice.close();
    };
  } catch {
    // Browsers of phones only show notifications of service workers.
  }
}

async function titleOf(id: string): Promise<string> {
  const chats = await store.dispatch(chatsApi.endpoints.recentChats.initiate(undefined, { subscribe: false }));
  return (chats.data?.find((chat) => chat.id === id)?.title ?? 'Zo').slice(0, MAX_TITLE);
}
