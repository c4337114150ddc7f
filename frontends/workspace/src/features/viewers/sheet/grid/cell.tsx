import type { CSSProperties } from 'react';
import { cn } from '@zo/web/ui';
import { ERRORS } from '../messages';
import { cellName, contains, type Cell, type Range } from '../model/address';
import { entriesOf } from '../model/edits';
import { show } from '../model/format';
import { reactStyle } from '../model/styles';
import type { SheetSession } from '../session';
import { CellEditor } from './cell-editor';

/** A range that the formula being typed refers to, and the colour of its frame. */
export interface Frame extends Range {
  colour: string;
}

export interface CellProps {
  session: SheetSession;
  row: number;
  column: number;
  style: CSSProperties;
  frames: readonly Frame[];
  className?: string;
}

/** Lines at those sides of a cell where a range ends. */
function edges(
  { top, bottom, left, right }: Range,
  { row, column }: { row: number; column: number },
  colour: string,
): string[] {
  return [
    row === top ? `inset 0 2px ${colour}` : '',
    row === bottom ? `inset 0 -2px ${colour}` : '',
    column === left ? `inset 2px 0 ${colour}` : '',
    column === right ? `inset -2px 0 ${colour}` : '',
  ].filter(Boolean);
}

export const cellId = ({ id }: SheetSession, { row, column }: Cell): string => `${id}-${row}-${column}`;

/** One cell of the grid. */
export function GridCell({ session, row, column, style, frames, className }: CellProps) {
  const { range, anchor, sheet, editing } = session;
  const name = cellName({ row, column });
  const value = session.valueAt(row, column);
  const isAnchor = anchor.row === row && anchor.column === column;
  const isPicked = contains(range, { row, column });
  const shown = show(value, { result: session.resultAt(row, column), mask: session.maskAt({ row, column }) });
  const own = reactStyle(entriesOf(sheet, 'style')[name]);
  const lines = [
    ...(isPicked ? edges(range, { row, column }, 'var(--accent)') : []),
    ...frames.flatMap((frame) => (contains(frame, { row, column }) ? edges(frame, { row, column }, frame.colour) : [])),
  ];
  const isEdited = isAnchor && editing?.at === 'cell';
  const isLast = range.bottom === row && range.right === column;
  return (
    <div
      role="gridcell"
      id={cellId(session, { row, column })}
      aria-colindex={column + 2}
      aria-selected={isPicked}
      data-cell={`${row},${column}`}
      title={shown.isError ? ERRORS[shown.text] : undefined}
      className={cn(
        'sheet-cell flex items-center border-r border-b border-line-1/60 text-base',
        isPicked && !isAnchor && 'sheet-picked',
        className,
      )}
      style={{
        ...style,
        ...own,
        textAlign: own.textAlign ?? shown.align,
        ...(lines.length > 0 && { boxShadow: lines.join(', ') }),
      }}
    >
      <span
        className={cn(
          'pointer-events-none w-full overflow-hidden px-2 text-ellipsis tabular-nums',
          own.whiteSpace ? 'max-h-full' : 'whitespace-nowrap',
          shown.isError && 'sheet-error',
        )}
      >
        {shown.text}
      </span>
      {isLast && !editing ? (
        <span
          data-part="fill"
          className="absolute -right-[5px] -bottom-[5px] z-10 size-[9px] cursor-crosshair border border-surface-1 bg-accent pointer-coarse:hidden"
        />
      ) : null}
      {isEdited ? <CellEditor session={session} name={name} /> : null}
    </div>
  );
}
