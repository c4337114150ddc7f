import { CaseSensitive, ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { cn, IconButton } from '@zo/web/ui';
import { FIND } from './messages';

export interface FindBarProps {
  name: string;
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onQuery: (query: string) => void;
  /** What was found, in words. */
  found: string;
  /** Absent while there is nothing to step through. */
  onStep: ((by: 1 | -1) => void) | undefined;
  /** Absent where upper and lower case always count as equal. */
  matchCase?: { isOn: boolean; onChange: (isOn: boolean) => void };
  onClose: () => void;
}

/** ED-11: the find bar of every viewer: Enter and Shift+Enter step through the hits, Escape closes it. */
export function FindBar({ name, field, query, onQuery, found, onStep, matchCase, onClose }: FindBarProps) {
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [field]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === field.current) onStep?.(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
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
        className={cn(
          'h-full min-w-0 flex-1 bg-transparent px-1 text-base text-text-1 inset-ring-focus outline-none',
          'pointer-coarse:text-lg',
        )}
      />
      <span role="status" className="shrink-0 px-1.5 text-sm whitespace-nowrap text-text-2 tabular-nums">
        {found}
      </span>
      {matchCase ? (
        <IconButton label={FIND.matchCase} active={matchCase.isOn} onClick={() => matchCase.onChange(!matchCase.isOn)}>
          <CaseSensitive />
        </IconButton>
      ) : null}
      <IconButton label={FIND.previous} keys="Shift+Enter" disabled={!onStep} onClick={() => onStep?.(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={FIND.next} keys="Enter" disabled={!onStep} onClick={() => onStep?.(1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label={FIND.close} keys="Escape" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}
