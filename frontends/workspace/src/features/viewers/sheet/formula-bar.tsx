import { SquareFunction } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { cn } from '@zo/web/ui';
import { commit } from './commands';
import { runEditKey } from './grid/keys';
import { cellName, parseRange, rangeName } from './model/address';
import { editText } from './model/format';
import { mergeAt } from './model/merges';
import { sizesOf } from './model/sizes';
import type { SheetSession } from './session';
import { useSession } from './use-session';

const FIELD = 'h-full bg-transparent text-sm text-text-1 outline-none inset-ring-focus pointer-coarse:text-lg';

/** The name of the selection; typing another one goes there. */
function NameBox({ session }: { session: SheetSession }) {
  const { range, anchor, sheet } = session;
  // A merged cell has the name of its first one.
  const merge = mergeAt(sheet, anchor);
  const isOne = merge !== undefined && rangeName(range) === rangeName(merge);
  const current = isOne ? cellName(anchor) : rangeName(range);
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const found = parseRange(typed ?? current);
    const { rows, columns } = sizesOf(session.sheet);
    setTyped(undefined);
    if (!found || found.bottom >= rows || found.right >= columns) return;
    session.select({ row: found.top, column: found.left }, { row: found.bottom, column: found.right });
    // It may be selected already, and scrolled away.
    session.grid.reveal();
  };
  return (
    <input
      aria-label="Go to a cell or range"
      value={typed ?? current}
      spellCheck={false}
      className={cn(FIELD, 'w-24 shrink-0 border-r border-line-1 px-3 pointer-coarse:w-20')}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined);
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        if (event.key === 'Enter') go();
        session.grid.focus();
      }}
    />
  );
}

/** SH-01: the name of the selection and the content of the selected cell. */
export const FormulaBar = memo(function FormulaBar({ session }: { session: SheetSession }) {
  useSession(session, session.getVersion);
  const { anchor, editing } = session;
  const field = useRef<HTMLInputElement>(null);
  const text = editing?.text ?? editText(session.valueAt(anchor.row, anchor.column), session.maskAt(anchor));
  const isHere = editing?.at === 'bar';
  useEffect(() => {
    // A reference that was pressed in the grid is followed by more typing.
    if (isHere && document.activeElement !== field.current) field.current?.focus();
  }, [isHere, text]);
  return (
    <div
      className="flex h-9 shrink-0 items-center border-b border-line-1 bg-surface-1 pointer-coarse:h-11"
      data-formula-bar
    >
      <NameBox session={session} />
      <SquareFunction aria-hidden className="mx-2 size-4 shrink-0 text-text-3" />
      <input
        ref={field}
        aria-label="Content of the cell"
        value={text}
        spellCheck={false}
        autoComplete="off"
        className={cn(FIELD, 'min-w-0 flex-1 pr-3 font-mono')}
        onFocus={() => isHere || session.edit({ text, at: 'bar' })}
        onChange={(event) => session.edit({ text: event.target.value, at: 'bar' })}
        onBlur={(event) => {
          const isGrid = event.relatedTarget?.closest('[role=grid]');
          if (document.hasFocus() && !isGrid && session.editing?.at === 'bar') commit(session);
        }}
        onKeyDown={(event) => {
          if (runEditKey(session, event, false)) event.preventDefault();
        }}
      />
    </div>
  );
});
