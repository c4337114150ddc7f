import { CaseSensitive, ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject } from 'react';
import { IconButton } from '@zo/web/ui';
import { MAX_HITS } from './hits-in-text';
import { FIND } from './messages';
import type { Find } from './use-find';

export interface FindBarProps {
  name: string;
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onQuery: (query: string) => void;
  isCaseSensitive: boolean;
  onCase: (isCaseSensitive: boolean) => void;
  find: Find;
  onClose: () => void;
}

function countOf({ query, find: { total, at } }: FindBarProps): string {
  if (query.trim() === '') return '';
  if (total === 0) return FIND.none;
  return `${(at + 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}${total >= MAX_HITS ? '+' : ''}`;
}

/** ED-11: the find bar of rendered text: Enter and Shift+Enter step through the hits, Escape closes it. */
export function FindBar(props: FindBarProps) {
  const { name, field, query, onQuery, isCaseSensitive, onCase, find, onClose } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === field.current) find.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isNothing = find.total === 0;
  return (
    <div
      role="search"
      aria-label={FIND.label(name)}
      onKeyDown={onKeyDown}
      className="flex h-10 shrink-0 items-center gap-0.5 border-b border-line-1 bg-surface-2 px-2 pointer-coarse:h-12"
    >
      <Search aria-hidden className="mx-1.5 size-4 shrink-0 text-text-3" />
      <input
        ref={field}
        aria-label={FIND.placeholder}
        placeholder={FIND.placeholder}
        value={query}
        maxLength={200}
        onChange={(event) => onQuery(event.target.value)}
        className="h-full min-w-0 flex-1 bg-transparent px-1 text-base text-text-1 outline-none pointer-coarse:text-lg"
      />
      <span role="status" className="shrink-0 px-1.5 text-sm whitespace-nowrap text-text-2 tabular-nums">
        {countOf(props)}
      </span>
      <IconButton label={FIND.matchCase} active={isCaseSensitive} onClick={() => onCase(!isCaseSensitive)}>
        <CaseSensitive />
      </IconButton>
      <IconButton label={FIND.previous} keys="Shift+Enter" disabled={isNothing} onClick={() => find.step(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={FIND.next} keys="Enter" disabled={isNothing} onClick={() => find.step(1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label={FIND.close} keys="Escape" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}
