import { useCallback, useSyncExternalStore } from 'react';
import { changeDraft, draftOf, subscribeDraft, type Draft } from './drafts';

/** The unsent message of a chat; every change is stored at once, under the chat it was made in. */
export function useDraft(chatId: string) {
  const subscribe = useCallback((listener: () => void) => subscribeDraft(chatId, listener), [chatId]);
  const draft = useSyncExternalStore(subscribe, () => draftOf(chatId));
  const change = useCallback((edit: (draft: Draft) => Draft) => changeDraft(chatId, edit), [chatId]);
  return { draft, change };
}
