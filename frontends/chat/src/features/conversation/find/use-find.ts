import { useCallback, useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react';
import { skipToken } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { useOlderMessagesMutation } from '../../../api/chat.endpoints';
import { useFoundInChatQuery } from '../../../api/places.endpoints';
import type { ConversationData } from '../../../api/types';
import { TEXT } from '../../../messages';
import { rangesOf, showRanges } from './ranges';
import { scrollUntilStill } from './scroll-until-still';

/** Which match: of which message, newest first, and which in it, counted from its end. */
interface Place {
  readonly message: number;
  readonly range: number;
}

const FIRST: Place = { message: 0, range: 0 };

/**
 * The search in one chat. The server knows all of its messages; those that the page does not have yet are loaded on the
 * way to a match.
 */
export function useFind(chat: ConversationData, list: RefObject<HTMLElement | null>) {
  const [words, setWords] = useState('');
  const [place, setPlace] = useState(FIRST);
  const wanted = useDeferredValue(words.trim());
  const { currentData, isError } = useFoundInChatQuery(wanted ? { id: chat.id, words: wanted } : skipToken);
  const ids = currentData?.message_ids ?? [];
  const at = Math.min(place.message, Math.max(0, ids.length - 1));
  const target = ids[at];
  const isLoaded = useLoaded(chat, target);
  const ranges = useRanges({ list, id: isLoaded ? target : undefined, words: wanted, at: place.range });

  const search = (next: string) => {
    setWords(next);
    setPlace(FIRST);
  };
  const step = (towards: 'earlier' | 'later') => {
    if (ids.length === 0) return;
    if (towards === 'earlier') {
      if (place.range + 1 < ranges.current) setPlace({ message: at, range: place.range + 1 });
      else setPlace({ message: (at + 1) % ids.length, range: 0 });
    } else if (place.range > 0) setPlace({ message: at, range: place.range - 1 });
    else setPlace({ message: (at - 1 + ids.length) % ids.length, range: 0 });
  };
  return { words, search, step, at, target, count: ids.length, hasMore: currentData?.has_more, isError, wanted };
}

/** Loads earlier pages until the message is there. */
function useLoaded(chat: ConversationData, target: string | undefined): boolean {
  const [load] = useOlderMessagesMutation();
  const isLoaded = target !== undefined && chat.messages.some(({ id }) => id === target);
  const first = chat.messages[0]?.id;
  const { id, has_more: hasMore } = chat;
  useEffect(() => {
    if (!target || isLoaded || !first || !hasMore) return;
    load({ id, before: first })
      .unwrap()
      .catch(() => toast.error(TEXT.find.failed));
  }, [target, isLoaded, first, id, hasMore, load]);
  return isLoaded;
}

interface Shown {
  readonly list: RefObject<HTMLElement | null>;
  readonly id: string | undefined;
  readonly words: string;
  /** Which match of the message, counted from its end. */
  readonly at: number;
}

/** Colours the matches of a message and scrolls to one. @returns how many it has */
function useRanges({ list, id, words, at }: Shown): RefObject<number> {
  const count = useRef(0);
  const stopScrolling = useRef<() => void>(undefined);
  const show = useCallback(
    (article: Element, isNew: boolean) => {
      const ranges = rangesOf(article, words).toReversed();
      count.current = ranges.length;
      const current = ranges[Math.min(at, ranges.length - 1)];
      showRanges(ranges, current);
      if (isNew) {
        stopScrolling.current?.();
        stopScrolling.current = scrollUntilStill(current?.startContainer.parentElement ?? article);
      }
      return current !== undefined;
    },
    [words, at],
  );
  useEffect(() => {
    const article = id && list.current?.querySelector(`[data-message="${id}"]`);
    if (!article || !words) return;
    // What is off the screen has its real height only once it was near it.
    article.scrollIntoView({ block: 'nearest' });
    let isShown = false;
    let frame = requestAnimationFrame(() => {
      isShown = show(article, true);
    });
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const found = show(article, !isShown);
        isShown ||= found;
      });
    });
    observer.observe(article, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      stopScrolling.current?.();
      count.current = 0;
      showRanges([], undefined);
    };
  }, [list, id, words, show]);
  return count;
}
