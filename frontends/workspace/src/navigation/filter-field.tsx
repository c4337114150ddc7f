import { ListFilter, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { cn, IconButton } from '@zo/web/ui';
import { MESSAGES } from '../messages';

interface FilterFieldProps {
  value: string;
  onChange: (text: string) => void;
  /** Ends the filter; the caller takes the focus back. */
  onClose: () => void;
  /** Goes on to the rows with what was found. */
  onDone: () => void;
  found: string;
}

/** A field that leaves only the rows with the typed text in their names. */
export function FilterField({ value, onChange, onClose, onDone, found }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else onDone();
  };
  return (
    <div
      role="search"
      className="flex h-10 shrink-0 items-center gap-2 border-b border-line-1 px-3 pointer-coarse:h-12"
    >
      <ListFilter className="size-4 shrink-0 text-text-3" />
      <input
        ref={field}
        type="text"
        value={value}
        aria-label={MESSAGES.filter}
        placeholder={MESSAGES.filter}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={cn(
          'h-7 min-w-0 flex-1 rounded-md bg-transparent px-1 text-base text-text-1',
          'placeholder:text-text-3 pointer-coarse:h-11 pointer-coarse:text-lg',
          'focus-visible:outline-2 focus-visible:outline-focus',
        )}
      />
      <span role="status" className="shrink-0 text-sm text-text-3 tabular-nums">
        {found}
      </span>
      <IconButton label={MESSAGES.endFilter} keys="Esc" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}
