import type { ReactNode } from 'react';
import type { Location } from '@zo/web/paths';

/** Props that the shell passes to the chat. */
export interface ChatPanelProps {
  /** The open chat, 'new' for a new one, null when the address names none. */
  chatId: string | 'new' | null;
  view: 'rail' | 'sidebar' | 'full';
  /** The file or folder open beside the chat. */
  openFile?: Location;
  /** Called when the chat changed: a new one got its id, or the user selected another. */
  onChatId: (id: string | null) => void;
  onView: (view: 'rail' | 'sidebar' | 'full') => void;
  /** CH-08: a terminal that fills the panel; without it there is no terminal mode. */
  terminal?: ReactNode;
}
