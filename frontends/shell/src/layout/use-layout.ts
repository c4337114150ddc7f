import { useMemo } from 'react';
import { useChangeQuery, useLocation, useSearchParams } from '@zo/web/router';
import { parseFileLocation, type Location } from '@zo/web/paths';
import { useMedia } from '@zo/web/ui';
import { chatView, pageOf, type ChatView } from './chat-view';

/** The layout as read from the address. */
export interface Layout {
  chat: string | null;
  view: ChatView;
  page: ReturnType<typeof pageOf>;
  openFile: Location | undefined;
  setChat: (id: string | null) => void;
  setView: (view: ChatView) => void;
  /** Opens the chat beside the page: the one in the address, or a new one. */
  showChat: () => void;
}

export function useLayout(): Layout {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const change = useChangeQuery();
  const wide = useMedia('(min-width: 768px)');
  const chat = query.get('chat');
  const requested = query.get('chat_view');

  return useMemo(() => {
    const location = parseFileLocation(pathname);
    const openFile = location?.root ? { root: location.root, path: location.path } : undefined;
    const page = pageOf(pathname);
    return {
      chat,
      page,
      openFile,
      // RT-02 only asks on which side of 768 px the window is, not for the exact width.
      view: chatView({
        width: wide ? 768 : 767,
        chat,
        requested,
        page,
        fileOpen: openFile !== undefined || page === 'other' || page === 'search',
      }),
      // RT-04: a new chat gets its real id without a reload and without a history entry.
      setChat: (id) => change((next) => (id ? next.set('chat', id) : next.delete('chat'))),
      setView: (view) => change((next) => next.set('chat_view', view)),
      showChat: () =>
        change((next) => {
          if (!next.get('chat')) next.set('chat', 'new');
          next.set('chat_view', 'sidebar');
        }),
    };
  }, [pathname, chat, requested, wide, change]);
}
