import { memo } from 'react';
import { cn } from '@zo/web/ui';
import type { Result } from '../engine/engine';
import { ERRORS } from '../messages';
import { cellName, contains, type Cell, type Range } from '../model/address';
import { entriesOf, type Entries } from '../model/edits';
import { mergeAt } from '../model/merges';
import { borderOf, parseStyle, reactStyle } from '../model/styles';
import type { Value, Worksheet } from '../model/workbook';
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
  left: number;
  width: number;
  /** Of a merged cell; others are as high as their row. */
  height: number | undefined;
  frames: readonly Frame[];
  className: string;
  /** What the cell reads from the session: it is drawn again when one of them has changed. */
  value: Value;
  result: Result | undefined;
  members: Worksheet['members'];
  selection: string;
}

/** How the selection and the field that is being typed look in a cell; another text when they look different. */
export function selectionIn(session: SheetSession, cell: Cell): string {
  const { range, anchor, editing, sheet } = session;
  const isAnchor = anchor.row === cell.row && anchor.column === cell.column;
  if (!isAnchor && !contains(range, cell)) return '';
  const { top, bottom, left, right } = mergeAt(sheet, cell) ?? areaOf(cell);
  const edge = [range.top === top, range.bottom === bottom, range.left === left, range.right === right].join();
  const field = isAnchor && editing ? `${editing.at} ${editing.text}` : '';
  return `${isAnchor} ${edge} ${editing !== undefined} ${field}`;
}

const areaOf = ({ row, column }: Cell): Range => ({ top: row, bottom: row, left: column, right: column });

/** Lines at those sides of a cell, or of a merged one, where a range ends. */
function edges({ top, bottom, left, right }: Range, area: Range, colour: string): string[] {
  return [
    area.top === top ? `inset 0 2px ${colour}` : '',
    area.bottom === bottom ? `inset 0 -2px ${colour}` : '',
    area.left === left ? `inset 2px 0 ${colour}` : '',
    area.right === right ? `inset -2px 0 ${colour}` : '',
  ].filter(Boolean);
}

/** The borders that the file draws around a cell; the far sides of a merged cell are those of its last ones. */
function Borders({ styles, area: { top, left, bottom, right } }: { styles: Entries; area: Range }) {
  const of = (row: number, column: number) => parseStyle(styles[cellName({ row, column })]);
  const lines = {
    Top: borderOf(of(top, left), 'top'),
    Left: borderOf(of(top, left), 'left'),
    Right: borderOf(of(top, right), 'right'),
    Bottom: borderOf(of(bottom, left), 'bottom'),
  };
  const style: Record<string, string | number> = {};
  for (const [side, line] of Object.entries(lines))
    if (line) {
      style[`border${side}Width`] = line.width;
      style[`border${side}Style`] = line.line;
      style[`--${side.toLowerCase()}`] = line.colour;
    }
  if (Object.keys(style).length === 0) return null;
  return <span className="sheet-borders pointer-events-none absolute -inset-px z-[1]" style={style} />;
}

export const cellId = ({ id }: SheetSession, { row, column }: Cell): string => `${id}-${row}-${column}`;

/** `--line` is the height of the row, so that its line stands in the middle. */
const PLAIN = 'overflow-hidden px-2 leading-(--line) text-ellipsis whitespace-nowrap tabular-nums';

/** One cell of the grid. */
export const GridCell = memo(function GridCell({ session, row, column, frames, className, ...place }: CellProps) {
  const { range, anchor, sheet, editing } = session;
  const name = cellName({ row, column });
  const isAnchor = anchor.row === row && anchor.column === column;
  const isPicked = contains(range, { row, column });
  const shown = session.shownAt(row, column);
  const styles = entriesOf(sheet, 'style');
  const own = reactStyle(styles[name]);
  const merge = mergeAt(sheet, { row, column });
  const area = merge ?? areaOf({ row, column });
  const lines = [
    ...(isPicked ? edges(range, area, 'var(--accent)') : []),
    ...frames.flatMap((frame) => (contains(frame, { row, column }) ? edges(frame, area, frame.colour) : [])),
  ];
  const isEdited = isAnchor && editing?.at === 'cell';
  const isLast = range.bottom === area.bottom && range.right === area.right;
  // Most cells have one line and nothing over it: one element each, which costs half the layout while scrolling.
  const isPlain = styles[name] === undefined && !merge && !shown.isError && !isAnchor && !isLast;
  return (
    <div
      role="gridcell"
      id={isAnchor ? cellId(session, { row, column }) : undefined}
      aria-colindex={column + 2}
      aria-colspan={merge && merge.right - merge.left + 1}
      aria-rowspan={merge && merge.bottom - merge.top + 1}
      aria-selected={isPicked}
      data-cell={`${row},${column}`}
      title={shown.isError ? ERRORS[shown.text] : undefined}
      className={cn(
        'sheet-cell pointer-events-auto border-r border-b border-line-1/60 text-base',
        isPlain ? PLAIN : 'flex items-center',
        isPicked && !isAnchor && 'sheet-picked',
        merge && 'z-[2]',
        className,
      )}
      style={{
        left: place.left,
        width: place.width,
        height: place.height,
        ...own,
        textAlign: own.textAlign ?? shown.align,
        ...(lines.length > 0 && { boxShadow: lines.join(', ') }),
      }}
    >
      {isPlain ? (
        shown.text
      ) : (
        <span
          className={cn(
            'pointer-events-none w-full overflow-hidden px-2 text-ellipsis tabular-nums',
            own.whiteSpace ? 'max-h-full' : 'whitespace-nowrap',
            (own.whiteSpace || own.alignItems) && 'py-1 leading-5',
            shown.isError && 'sheet-error',
          )}
        >
          {shown.text}
        </span>
      )}
      {styles[name] !== undefined || merge ? <Borders styles={styles} area={area} /> : null}
      {isLast && !editing ? (
        <span
          data-part="fill"
          className={cn(
            'absolute -right-[5px] -bottom-[5px] z-10 size-[9px]',
            'cursor-crosshair border border-surface-1 bg-accent',
            'pointer-coarse:hidden',
          )}
        />
      ) : null}
      {isEdited ? <CellEditor session={session} name={name} /> : null}
    </div>
  );
});
