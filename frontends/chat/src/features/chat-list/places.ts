import { toProblem } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { useChangeConversationMutation } from '../../api/chat.endpoints';
import type { ListedConversation } from '../../api/types';

export interface Place {
  pinned?: boolean;
  /** Null: in no folder. */
  folder?: string | null;
}

/** Pins chats and puts them into folders. */
export function usePlacing(): (chat: ListedConversation, place: Place) => void {
  const [change] = useChangeConversationMutation();
  return ({ id }, place) => {
    change({ id, ...place })
      .unwrap()
      .catch((failure: unknown) => toast.error(toProblem(failure).detail));
  };
}
