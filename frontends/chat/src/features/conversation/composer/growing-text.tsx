import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { cn } from '@zo/web/ui';

const HIGHEST = 400;

export interface GrowingTextProps {
  field?: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  /** CH-01: 80 for a new message, 40 while editing. */
  minHeight: 80 | 40;
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  className?: string;
  onEnter: () => void;
  /** CH-02: called after Escape removed the focus. */
  onEscape?: () => void;
  onBackspaceInEmpty?: () => void;
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  onBlur?: () => void;
  /** Called before the default handling; returns true when the key was used. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  /** Called when the caret may have moved. */
  onCaret?: () => void;
  /** A listbox controlled from this field, and its active option. */
  list?: { id: string | undefined; active: string | undefined };
}

/** CH-01, CH-02: a text field that grows to 400 px; Enter sends, Enter with Shift, Cmd or Ctrl does not. */
export function GrowingText({
  field,
  value,
  onChange,
  minHeight,
  label,
  placeholder,
  autoFocus,
  className,
  onEnter,
  onEscape,
  onBackspaceInEmpty,
  onPaste,
  onBlur,
  onKey,
  onCaret,
  list,
}: GrowingTextProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = field ?? own;

  const fit = useCallback(() => {
    const area = ref.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(HIGHEST, Math.max(minHeight, area.scrollHeight))}px`;
  }, [minHeight, ref]);
  useLayoutEffect(fit, [fit, value]);
  // A new width breaks lines elsewhere; an opening panel is narrow at first.
  useEffect(() => {
    let width = 0;
    const watch = new ResizeObserver(([entry]) => {
      if (entry!.contentRect.width === width) return;
      width = entry!.contentRect.width;
      fit();
    });
    watch.observe(ref.current!);
    return () => watch.disconnect();
  }, [fit, ref]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Input methods confirm a suggestion with Enter too.
    if (event.nativeEvent.isComposing) return;
    if (onKey?.(event)) event.preventDefault();
    else if (event.key === 'Enter' && !event.shiftKey && !event.metaKey && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      ref.current?.blur();
      onEscape?.();
    } else if (event.key === 'Backspace' && value === '') onBackspaceInEmpty?.();
  };

  return (
    <textarea
      ref={ref}
      aria-label={label}
      value={value}
      placeholder={placeholder}
      autoFocus={autoFocus}
      rows={1}
      style={{ minHeight, maxHeight: HIGHEST }}
      aria-autocomplete={list && 'list'}
      aria-controls={list?.id}
      aria-activedescendant={list?.active}
      onChange={(event) => (onChange(event.target.value), onCaret?.())}
      onSelect={onCaret}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={onBlur}
      className={cn(
        'block w-full resize-none overflow-y-auto bg-transparent',
        'text-base leading-[22px] text-text-1 outline-none',
        'max-md:text-lg',
        className,
      )}
    />
  );
}
