/** How much room the chat has: an edge, a column beside the page, or all of it. */
export type ChatView = 'rail' | 'sidebar' | 'full';

const VIEWS: readonly string[] = ['rail', 'sidebar', 'full'];

/** Facts the layout depends on. */
export interface ChatViewInput {
  /** Width of the window in CSS pixels. */
  width: number;
  /** ?chat=: an id, 'new', or null. */
  chat: string | null;
  /** ?chat_view= as it stands in the address. */
  requested: string | null;
  page: 'files' | 'settings' | 'schedule' | 'other';
  /** A file or folder is open in the page. */
  fileOpen: boolean;
}

/** RT-02, all of it. A value the address makes up counts as none. */
export function chatView({ width, chat, requested, page, fileOpen }: ChatViewInput): ChatView {
  if (width < 768) return 'rail';
  const asked = requested !== null && VIEWS.includes(requested) ? (requested as ChatView) : null;
  if (page === 'settings' || page === 'schedule') return asked === 'full' ? 'sidebar' : (asked ?? 'rail');
  if (asked) return asked;
  if (chat) return fileOpen ? 'sidebar' : 'full';
  return fileOpen ? 'rail' : 'full';
}

/** Which of the pages of RT-02 an address belongs to. */
export function pageOf(pathname: string): ChatViewInput['page'] {
  if (/^\/settings(\/|$)/.test(pathname)) return 'settings';
  if (/^\/schedule(\/|$)/.test(pathname)) return 'schedule';
  if (/^\/f(\/|$)/.test(pathname)) return 'files';
  return 'other';
}
