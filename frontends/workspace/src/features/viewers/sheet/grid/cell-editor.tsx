import { useEffect, useRef } from 'react';
import { cn } from '@zo/web/ui/cn';
import { commit } from '../commands';
import type { SheetSession } from '../session';
import { runEditKey } from './keys';

/** The field in the cell that is being edited. It grows with its text. */
export function CellEditor({ session, name }: { session: SheetSession; name: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = session.editing?.text ?? '';
  /** The text that editing began with: one typed sign replaces the cell, and arrows then leave it. */
  const isTyped = useRef(text.length <= 1);
  useEffect(() => {
    field.current!.focus({ preventScroll: true });
    field.current!.setSelectionRange(text.length, text.length);
  }, []);
  return (
    <textarea
      ref={field}
      aria-label={`Edit ${name}`}
      value={text}
      rows={Math.min(8, text.split('\n').length)}
      spellCheck={false}
      className={cn(
        'absolute top-0 left-0 z-20 field-sizing-content min-h-full',
        'max-w-[min(36rem,80vw)] min-w-full resize-none overflow-hidden bg-surface-1',
        'px-2 py-1 text-base leading-5 text-text-1 outline-2 outline-accent',
        'pointer-coarse:text-lg',
      )}
      onChange={(event) => session.edit({ text: event.target.value, at: 'cell' })}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (runEditKey(session, event, isTyped.current)) event.preventDefault();
      }}
      onPointerDown={() => void (isTyped.current = false)}
      onBlur={(event) => {
        // The formula bar goes on with the same text; anywhere else it is taken over.
        if (event.relatedTarget?.closest('[data-formula-bar]')) session.edit({ text, at: 'bar' });
        else if (document.hasFocus() && session.editing?.at === 'cell') commit(session);
      }}
    />
  );
}
