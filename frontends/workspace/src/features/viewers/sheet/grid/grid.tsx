import { memo, useEffect, useMemo, useRef, type ClipboardEvent, type CSSProperties } from 'react';
import { ContextMenuArea, cn } from '@zo/web/ui';
import { frozenOf } from '../commands';
import { gridMenu } from '../menus';
import { columnName } from '../model/address';
import { isFormula, referencesOf } from '../model/references';
import { offsetsOf, sizesOf } from '../model/sizes';
import type { SheetSession } from '../session';
import { cellId, GridCell, type Frame } from './cell';
import { copy, paste } from './clipboard';
import { runKey } from './keys';
import { useGridFocus } from './use-grid-focus';
import { usePointer } from './use-pointer';
import { useScrollIntoView } from './use-scroll-into-view';
import { useWindow } from './use-window';

export const HEAD = { width: 52, height: 26 };

const COLOURS = ['var(--syn-4)', 'var(--syn-5)', 'var(--syn-1)', 'var(--syn-3)', 'var(--syn-2)', 'var(--syn-7)'];

/** Frames of the ranges that the formula being typed refers to. */
function framesOf({ editing, sheet }: SheetSession): Frame[] {
  if (!isFormula(editing?.text)) return [];
  return referencesOf(editing.text)
    .slice(0, 20)
    .filter(({ sheet: name }) => name === undefined || name.toLowerCase() === sheet.name.toLowerCase())
    .map((reference, index) => ({ ...reference, colour: COLOURS[index % COLOURS.length]! }));
}

interface Layout {
  session: SheetSession;
  offsets: readonly number[];
  frozen: number;
  columns: readonly number[];
  rowHeight: number;
  frames: readonly Frame[];
}

/** Numbers from `first` to `last`, and one more that stays drawn. */
function listed(first: number, last: number, kept: number): number[] {
  const found = Array.from({ length: Math.max(0, last - first + 1) }, (_none, index) => first + index);
  return kept >= first && kept <= last ? found : [...found, kept];
}

interface RowProps extends Layout {
  row: number;
  /** Pixels from the top; undefined for a row that stays in view. */
  top?: number;
  /** Changes with everything that the row shows. */
  stamp: string;
}

const FROZEN = 'sticky z-[5]';

/** A row is drawn again only when something in it changed, so that an edit costs one row and not the window. */
const GridRow = memo(function GridRow({ row, top, ...layout }: RowProps) {
  const { session, offsets, frozen, columns, rowHeight, frames } = layout;
  const isPicked = row >= session.range.top && row <= session.range.bottom;
  const widthOf = (column: number) => offsets[column + 1]! - offsets[column]!;
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="left-0 flex"
      style={{
        position: top === undefined ? 'relative' : 'absolute',
        top,
        height: rowHeight,
        width: HEAD.width + offsets.at(-1)!,
      }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-cell={`${row},-1`}
        className={cn(
          'sticky left-0 z-10 flex shrink-0 items-center justify-center border-r border-b border-line-1 text-xs tabular-nums select-none',
          isPicked ? 'bg-surface-4 font-medium text-text-1' : 'bg-surface-2 text-text-2',
        )}
        style={{ width: HEAD.width }}
      >
        {row + 1}
      </div>
      {Array.from({ length: frozen }, (_none, column) => (
        <GridCell
          key={column}
          {...{ session, row, column, frames }}
          className={cn(FROZEN, 'shrink-0', column === frozen - 1 && 'border-r-2 border-r-line-2')}
          style={{ left: HEAD.width + offsets[column]!, width: widthOf(column) }}
        />
      ))}
      {columns.map((column) => (
        <GridCell
          key={column}
          {...{ session, row, column, frames }}
          className={cn(
            'absolute inset-y-0',
            column === session.range.right && row === session.range.bottom && 'z-[1]',
          )}
          style={{ left: HEAD.width + offsets[column]!, width: widthOf(column) }}
        />
      ))}
    </div>
  );
});

function ColumnHead({
  session,
  column,
  style,
  className,
}: {
  session: SheetSession;
  column: number;
  style: CSSProperties;
  className: string;
}) {
  const isPicked = column >= session.range.left && column <= session.range.right;
  return (
    <div
      role="columnheader"
      aria-colindex={column + 2}
      data-cell={`-1,${column}`}
      className={cn(
        'flex items-center justify-center border-r border-b border-line-1 text-xs select-none',
        isPicked ? 'bg-surface-4 font-medium text-text-1' : 'bg-surface-2 text-text-2',
        className,
      )}
      style={style}
    >
      {columnName(column)}
      <span
        data-part="width"
        data-cell={`-1,${column}`}
        className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize"
      />
    </div>
  );
}

function Head({ session, offsets, frozen, columns }: Layout) {
  const place = (column: number) => ({
    left: HEAD.width + offsets[column]!,
    width: offsets[column + 1]! - offsets[column]!,
  });
  return (
    <div role="row" aria-rowindex={1} className="relative flex" style={{ height: HEAD.height }}>
      <div
        role="columnheader"
        aria-colindex={1}
        data-cell="-1,-1"
        className="sticky left-0 z-10 shrink-0 border-r border-b border-line-1 bg-surface-2"
        style={{ width: HEAD.width }}
      >
        <span className="sr-only">Row</span>
      </div>
      {Array.from({ length: frozen }, (_none, column) => (
        <ColumnHead key={column} {...{ session, column }} className={cn(FROZEN, 'shrink-0')} style={place(column)} />
      ))}
      {columns.map((column) => (
        <ColumnHead key={column} {...{ session, column }} className="absolute inset-y-0" style={place(column)} />
      ))}
    </div>
  );
}

interface GridProps {
  session: SheetSession;
  name: string;
  rowHeight: number;
  onSave: () => void;
}

/** SH-01: the cells of a worksheet; only those near the window are in the page. */
export function Grid({ session, name, rowHeight, onSave }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { rows: rowCount, columns: columnCount } = sizesOf(session.sheet);
  const offsets = offsetsOf(session.sheet);
  const frozen = frozenOf(session);
  const seen = useWindow(scroller, { rowHeight, rowCount, offsets });
  const pointer = usePointer(session);
  useGridFocus(grid, session);
  useScrollIntoView(scroller, session, { rowHeight, offsets, frozen });
  useEffect(() => void scroller.current!.scrollTo(0, 0), [session.active, session]);
  const isDrawn = (row: number, column: number) =>
    row <= Math.max(seen.bottom, frozen.rows - 1) && row >= 0 && column <= columnCount;
  const { left, right } = seen;
  const kept = session.anchor.column;
  const columns = useMemo(() => visible({ left, right, kept }, frozen.columns), [left, right, kept, frozen.columns]);
  const frames = useFrames(session);
  const layout = { session, offsets, frozen: frozen.columns, columns, rowHeight, frames };
  const total = { width: HEAD.width + offsets.at(-1)!, height: HEAD.height + rowCount * rowHeight };
  const rows = listed(Math.max(seen.top, frozen.rows), seen.bottom, session.anchor.row).filter(
    (row) => row >= frozen.rows,
  );
  return (
    <ContextMenuArea
      label="Cells"
      entries={gridMenu(session)}
      onCloseAutoFocus={(event) => (event.preventDefault(), grid.current?.focus())}
    >
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto bg-surface-1">
        <div
          ref={grid}
          role="grid"
          tabIndex={0}
          aria-label={`${session.sheet.name} of ${name}`}
          aria-rowcount={rowCount + 1}
          aria-colcount={columnCount + 1}
          aria-multiselectable
          aria-activedescendant={
            isDrawn(session.anchor.row, session.anchor.column) ? cellId(session, session.anchor) : undefined
          }
          className="relative outline-none select-none"
          style={total}
          onKeyDown={(event) => {
            if (session.editing) return;
            if (runKey({ session, page: seen.page, onSave }, event)) event.preventDefault();
          }}
          {...pointer}
          {...clipboardOf(session)}
        >
          <div role="rowgroup" className="sticky top-0 z-20" style={{ width: total.width }}>
            <Head {...layout} />
            {Array.from({ length: Math.min(frozen.rows, rowCount) }, (_none, row) => (
              <GridRow key={row} {...layout} row={row} stamp={stampOf(session, row)} />
            ))}
            {frozen.rows > 0 ? <div className="h-0.5 bg-line-2" /> : null}
          </div>
          <div role="rowgroup">
            {rows.map((row) => (
              <GridRow
                key={row}
                {...layout}
                row={row}
                top={HEAD.height + row * rowHeight}
                stamp={stampOf(session, row)}
              />
            ))}
          </div>
        </div>
      </div>
    </ContextMenuArea>
  );
}

/** What a row shows besides its cells' values: selection, field and results. */
function stampOf(session: SheetSession, row: number): string {
  const { range, anchor, editing, active } = session;
  const isPicked = row >= range.top && row <= range.bottom;
  const selection = isPicked ? `${Object.values(range).join()} ${anchor.row},${anchor.column}` : '';
  const field = anchor.row === row && editing ? `${editing.at} ${editing.text}` : editing ? 'other' : '';
  return `${active} ${session.stampAt(row)} ${selection} ${field}`;
}

const NO_FRAMES: readonly Frame[] = [];

function useFrames(session: SheetSession): readonly Frame[] {
  const text = session.editing?.text;
  return useMemo(() => (text?.startsWith('=') ? framesOf(session) : NO_FRAMES), [session, text, session.active]);
}

function visible({ left, right, kept }: Record<'left' | 'right' | 'kept', number>, frozen: number): number[] {
  return listed(Math.max(left, frozen), right, kept).filter((column) => column >= frozen);
}

type ClipboardHandlers = Record<'onCopy' | 'onCut' | 'onPaste', (event: ClipboardEvent) => void>;

/** Copying and pasting cells; within a field of a cell the browser does it. */
function clipboardOf(session: SheetSession): ClipboardHandlers {
  const handle = (run: (data: DataTransfer) => void) => (event: ClipboardEvent) => {
    if (session.editing) return;
    event.preventDefault();
    run(event.clipboardData);
  };
  return {
    onCopy: handle((data) => copy(session, data, false)),
    onCut: handle((data) => copy(session, data, true)),
    onPaste: handle((data) => paste(session, data)),
  };
}
