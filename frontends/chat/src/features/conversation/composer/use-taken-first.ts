import { useEffect } from 'react';
import { skipToken } from '@zo/web/store';
import { useChatOfMessageQuery } from '../../../api/chat.endpoints';
import { dropTaken, moveDraft } from './drafts';
import { useDraft } from './use-draft';

const NEW = 'new';

/**
 * Opens the chat of a first message that the server has taken though nothing was heard of it: the page was left at
 * once, or the line broke. Otherwise the message would stand in the field as if it were unsent.
 */
export function useTakenFirst(isNew: boolean, onChatId: (id: string) => void): void {
  const { draft } = useDraft(NEW);
  const tried = isNew ? draft.tried?.id : undefined;
  const { currentData: chat } = useChatOfMessageQuery(tried ?? skipToken, { refetchOnMountOrArgChange: true });
  useEffect(() => {
    if (!tried || !chat) return;
    dropTaken(NEW, new Set([tried]));
    moveDraft(NEW, chat);
    onChatId(chat);
  }, [tried, chat]);
}
