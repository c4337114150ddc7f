import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { IconButton } from '@zo/web/ui';
import { MAX_HITS } from './find-text';
import { PDF } from './messages';
import type { Find } from './use-find';

function countOf({ query, hits, at, searching }: Find): string {
  if (!query.trim()) return '';
  if (hits.length === 0) return searching ? 'Searching...' : PDF.noHits;
  const total = hits.length.toLocaleString('en-US');
  return `${(at + 1).toLocaleString('en-US')} of ${total}${hits.length >= MAX_HITS || searching ? '+' : ''}`;
}

/** Search in the document: Enter and Shift+Enter step through the hits, Escape closes. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const none = find.hits.length === 0;
  return (
    <div
      role="search"
      className="flex h-8 w-72 max-w-full min-w-0 items-center gap-0.5 rounded-md border border-line-2 bg-surface-2 pr-0.5 pl-2.5 focus-within:border-focus pointer-coarse:h-11 @max-md:absolute @max-md:inset-x-2 @max-md:w-auto"
    >
      <Search aria-hidden className="size-4 shrink-0 text-text-3" />
      <input
        ref={field}
        aria-label="Find in this PDF"
        placeholder="Find"
        value={find.query}
        maxLength={200}
        onChange={(event) => find.setQuery(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent px-1.5 text-sm text-text-1 outline-none pointer-coarse:text-lg"
      />
      <span role="status" className="shrink-0 px-1 text-xs whitespace-nowrap text-text-2 tabular-nums">
        {countOf(find)}
      </span>
      <IconButton size="sm" label="Previous hit" keys="Shift+Enter" disabled={none} onClick={() => find.step(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton size="sm" label="Next hit" keys="Enter" disabled={none} onClick={() => find.step(1)}>
        <ChevronDown />
      </IconButton>
      <IconButton size="sm" label="Close search" keys="Escape" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}
