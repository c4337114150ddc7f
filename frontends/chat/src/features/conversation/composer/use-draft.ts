import { useCallback, useEffect, useRef, useState } from 'react';
import { isEmptyDraft, readDraft, writeDraft, type Draft } from './drafts';

/** The unsent message of a chat; every change is stored at once, under the chat it was made in. */
export function useDraft(chatId: string) {
  const [draft, setDraft] = useState(() => readDraft(chatId));
  const shown = useRef(chatId);
  const now = useRef(draft);
  const show = (next: Draft) => {
    now.current = next;
    setDraft(next);
  };
  useEffect(() => {
    shown.current = chatId;
    show(readDraft(chatId));
  }, [chatId]);

  const changeOf = useCallback((id: string, edit: (draft: Draft) => Draft) => {
    const isShown = shown.current === id;
    const next = edit(isShown ? now.current : readDraft(id));
    writeDraft(id, next);
    if (isShown) show(next);
  }, []);
  const change = useCallback((edit: (draft: Draft) => Draft) => changeOf(shown.current, edit), [changeOf]);
  return { draft, change, changeOf, isEmpty: isEmptyDraft(draft) };
}
