import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { IconButton, Input } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import type { ConversationData } from '../../../api/types';
import { TEXT } from '../../../messages';
import { useFind } from './use-find';

interface FindBarProps {
  chat: ConversationData;
  /** Holds the messages. */
  list: RefObject<HTMLElement | null>;
  /** Counts how often the search was asked for; each puts the cursor into the field. */
  asked: number;
  onFound: (found: { id: string; words: string } | undefined) => void;
  onClose: () => void;
}

/** The chat's own search: that of the browser only knows the messages that are in the page. */
export function FindBar({ chat, list, asked, onFound, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const { words, search, step, at, target, count, hasMore, isError, wanted } = useFind(chat, list);
  useEffect(() => field.current?.select(), [asked]);
  useEffect(() => {
    onFound(target ? { id: target, words: wanted } : undefined);
    return () => onFound(undefined);
  }, [target, wanted, onFound]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') step(event.shiftKey ? 'later' : 'earlier');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const state = isError
    ? TEXT.find.failed
    : wanted === ''
      ? ''
      : count === 0
        ? TEXT.find.none
        : TEXT.find.of(at + 1, `${formatNumber(count)}${hasMore ? '+' : ''}`);
  return (
    <search className="mx-auto flex w-full max-w-[46rem] items-center gap-0.5 px-4 pb-1.5" aria-label={TEXT.find.title}>
      <Input
        ref={field}
        autoFocus
        aria-label={TEXT.find.label}
        placeholder={TEXT.find.label}
        maxLength={200}
        value={words}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKey}
        className="min-w-0 flex-1"
      />
      <span role="status" className="shrink-0 px-2 text-xs text-text-2 tabular-nums">
        {state}
      </span>
      <IconButton label={TEXT.find.earlier} disabled={count === 0} onClick={() => step('earlier')}>
        <ChevronUp />
      </IconButton>
      <IconButton label={TEXT.find.later} disabled={count === 0} onClick={() => step('later')}>
        <ChevronDown />
      </IconButton>
      <IconButton label={TEXT.find.close} onClick={onClose}>
        <X />
      </IconButton>
    </search>
  );
}
