import type { ReactNode } from 'react';
import type { Location } from '@zo/web/paths';

/** What the shell tells the chat and hears from it. */
export interface ChatPanelProps {
  /** The open conversation, 'new' for a fresh one, null when the address names none. */
  chatId: string | 'new' | null;
  view: 'rail' | 'sidebar' | 'full';
  /** The file or folder open beside the chat. */
  openFile?: Location;
  /** The conversation changed (a new one got its id, another was chosen). */
  onChatId: (id: string | null) => void;
  onView: (view: 'rail' | 'sidebar' | 'full') => void;
  /** CH-08: a terminal as large as its box; without one there is no terminal mode. */
  terminal?: ReactNode;
}
