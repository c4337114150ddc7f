import type { ISearchOptions, SearchAddon } from '@xterm/addon-search';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cn, IconButton } from '@zo/web/ui';
import { markColours } from './colours';
import { TERMINAL } from './messages';

function optionsOf(): ISearchOptions {
  const { mark, frame } = markColours();
  return {
    decorations: {
      matchBackground: mark,
      matchOverviewRuler: mark,
      activeMatchBackground: mark,
      activeMatchBorder: frame,
      activeMatchColorOverviewRuler: frame,
    },
  };
}

/** Finds text in the output of a terminal, the newest first. */
export function TerminalFind({ search, onClose }: { search: SearchAddon; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [hits, setHits] = useState({ resultIndex: -1, resultCount: 0 });
  useEffect(() => {
    field.current?.focus();
    const results = search.onDidChangeResults(setHits);
    return () => {
      results.dispose();
      search.clearDecorations();
    };
  }, [search]);
  const change = (next: string) => {
    setText(next);
    if (next) search.findPrevious(next, { ...optionsOf(), incremental: true });
    else {
      search.clearDecorations();
      setHits({ resultIndex: -1, resultCount: 0 });
    }
  };
  const older = () => void search.findPrevious(text, optionsOf());
  const newer = () => void search.findNext(text, optionsOf());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && text) (event.shiftKey ? newer : older)();
    else return;
    event.preventDefault();
  };
  const isEmpty = hits.resultCount === 0;
  const count = isEmpty ? TERMINAL.noHits : `${hits.resultIndex + 1} of ${hits.resultCount}`;
  return (
    <div
      role="search"
      className={cn(
        'absolute top-1 right-4 z-10 flex h-8 w-72 max-w-[calc(100%-2rem)] items-center',
        'gap-0.5 rounded-md border border-line-2 bg-surface-1 pr-0.5 pl-2.5',
        'focus-within:border-focus pointer-coarse:h-11',
      )}
    >
      <Search aria-hidden className="size-4 shrink-0 text-text-3" />
      <input
        ref={field}
        aria-label={TERMINAL.find}
        placeholder="Find"
        value={text}
        maxLength={200}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className={cn(
          'h-full min-w-0 flex-1 bg-transparent px-1.5 text-sm text-text-1 inset-ring-focus outline-none',
          'pointer-coarse:text-lg',
        )}
      />
      <span role="status" className="shrink-0 px-1 text-xs whitespace-nowrap text-text-2 tabular-nums">
        {text ? count : ''}
      </span>
      <IconButton size="sm" label="Older hit" keys="Enter" disabled={isEmpty} onClick={older}>
        <ChevronUp />
      </IconButton>
      <IconButton size="sm" label="Newer hit" keys="Shift+Enter" disabled={isEmpty} onClick={newer}>
        <ChevronDown />
      </IconButton>
      <IconButton size="sm" label="Close search" keys="Escape" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}
