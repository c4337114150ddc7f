import { toProblem } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { useChangeConversationMutation } from '../../api/chat.endpoints';
import type { ListedConversation } from '../../api/types';

export interface Place {
  pinned?: boolean;
  /** Null: in no folder. */
  folder?: string | null;
}

/** The chat that was placed last: its row is made anew in another part of the list. */
let placed: string | undefined;

/** Gives the focus that the former row of a placed chat had to its new one. */
export function keepFocus(id: string, row: HTMLElement | null): void {
  if (id !== placed) return;
  placed = undefined;
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.closest(`[data-chat-row="${id}"]`))
    row?.querySelector('a')?.focus();
}

/** Pins chats and puts them into folders. */
export function usePlacing(): (chat: ListedConversation, place: Place) => void {
  const [change] = useChangeConversationMutation();
  return ({ id }, place) => {
    placed = id;
    change({ id, ...place })
      .unwrap()
      .catch((failure: unknown) => toast.error(toProblem(failure).detail));
  };
}
