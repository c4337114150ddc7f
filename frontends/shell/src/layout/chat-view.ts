/** Size of the chat: a narrow edge, a column beside the page, or the whole page. */
export type ChatView = 'rail' | 'sidebar' | 'full';

const VIEWS: readonly string[] = ['rail', 'sidebar', 'full'];

/** Inputs of the layout. */
export interface ChatViewInput {
  /** Width of the window in CSS pixels. */
  width: number;
  /** ?chat=: an id, 'new', or null. */
  chat: string | null;
  /** Value of ?chat_view=, unchecked. */
  requested: string | null;
  page: 'files' | 'search' | 'settings' | 'schedule' | 'other';
  /** A file or folder is open in the page. */
  fileOpen: boolean;
}

/** RT-02: the view of the chat. An unknown value in the address is ignored. */
export function chatView({ width, chat, requested, page, fileOpen }: ChatViewInput): ChatView {
  if (width < 768) return 'rail';
  const asked = requested !== null && VIEWS.includes(requested) ? (requested as ChatView) : null;
  if (page === 'settings' || page === 'schedule') return asked === 'full' ? 'sidebar' : (asked ?? 'rail');
  if (asked) return asked;
  if (chat) return fileOpen ? 'sidebar' : 'full';
  return fileOpen ? 'rail' : 'full';
}

/** The page of RT-02 that an address belongs to. */
export function pageOf(pathname: string): ChatViewInput['page'] {
  if (/^\/settings(\/|$)/.test(pathname)) return 'settings';
  if (/^\/schedule(\/|$)/.test(pathname)) return 'schedule';
  if (/^\/search\/?$/.test(pathname)) return 'search';
  if (/^\/f(\/|$)/.test(pathname)) return 'files';
  return 'other';
}
