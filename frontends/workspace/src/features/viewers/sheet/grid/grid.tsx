import { memo, useEffect, useMemo, useRef, type ClipboardEvent } from 'react';
import { ContextMenuArea, cn } from '@zo/web/ui';
import { gridMenu } from '../menus';
import { frozenIn } from '../model/frozen';
import { isFormula, referencesOf } from '../model/references';
import { RowPlaces } from '../model/row-places';
import { offsetsOf, sizesOf } from '../model/sizes';
import type { SheetSession } from '../session';
import { cellId, GridCell, type Frame } from './cell';
import { copy, paste } from './clipboard';
import { FilterPopover } from './filter-popover';
import { FROZEN, Head, HEAD, type HeadProps } from './head';
import { runKey } from './keys';
import { useGridFocus } from './use-grid-focus';
import { usePointer } from './use-pointer';
import { useScrollIntoView } from './use-scroll-into-view';
import { useWindow } from './use-window';

const COLOURS = ['var(--syn-4)', 'var(--syn-5)', 'var(--syn-1)', 'var(--syn-3)', 'var(--syn-2)', 'var(--syn-7)'];

/** Frames of the ranges that the formula being typed refers to. */
function framesOf({ editing, sheet }: SheetSession): Frame[] {
  if (!isFormula(editing?.text)) return [];
  return referencesOf(editing.text)
    .slice(0, 20)
    .filter(({ sheet: name }) => name === undefined || name.toLowerCase() === sheet.name.toLowerCase())
    .map((reference, index) => ({ ...reference, colour: COLOURS[index % COLOURS.length]! }));
}

interface Layout extends HeadProps {
  frames: readonly Frame[];
}

/** Rows or columns near the window, and one more that stays drawn. */
const withKept = (drawn: readonly number[], kept: number): readonly number[] =>
  drawn.includes(kept) ? drawn : [...drawn, kept];

interface RowProps extends Layout {
  row: number;
  /** Pixels from the top; undefined for a row that stays in view. */
  top?: number;
  height: number;
  /** Changes with everything that the row shows. */
  stamp: string;
}

/** A row is drawn again only when something in it changed, so that an edit costs one row and not the window. */
const GridRow = memo(function GridRow({ row, top, height, ...layout }: RowProps) {
  const { session, offsets, frozen, columns, frames } = layout;
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
        height,
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
  const frozen = frozenIn(session.sheet);
  const places = usePlaces(session, rowHeight);
  const seen = useWindow(scroller, { rowHeight, places, offsets });
  const pointer = usePointer(session);
  useGridFocus(grid, session);
  useScrollIntoView(scroller, session, { places, offsets, frozen });
  useEffect(() => void scroller.current!.scrollTo(0, 0), [session.active, session]);
  const isDrawn = (row: number, column: number) =>
    row <= Math.max(seen.bottom, frozen.rows - 1) && row >= 0 && column <= columnCount;
  const { left, right } = seen;
  const kept = session.anchor.column;
  const columns = useMemo(() => visible({ left, right, kept }, frozen.columns), [left, right, kept, frozen.columns]);
  const frames = useFrames(session);
  const layout = { session, offsets, frozen: frozen.columns, columns, frames };
  const total = { width: HEAD.width + offsets.at(-1)!, height: HEAD.height + places.total };
  const rows = withKept(places.shown(Math.max(seen.top, frozen.rows), seen.bottom), session.anchor.row).filter(
    (row) => row >= frozen.rows,
  );
  return (
    <>
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
                <GridRow key={row} {...layout} row={row} height={places.height(row)} stamp={stampOf(session, row)} />
              ))}
              {frozen.rows > 0 ? <div className="h-0.5 bg-line-2" /> : null}
            </div>
            <div role="rowgroup">
              {rows.map((row) => (
                <GridRow
                  key={row}
                  {...layout}
                  row={row}
                  top={HEAD.height + places.top(row)}
                  height={places.height(row)}
                  stamp={stampOf(session, row)}
                />
              ))}
            </div>
          </div>
        </div>
      </ContextMenuArea>
      <FilterPopover session={session} grid={grid} />
    </>
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

function usePlaces({ sheet }: SheetSession, rowHeight: number): RowPlaces {
  const { rows } = sizesOf(sheet);
  const hidden = sheet.filter?.hidden ?? NO_ROWS;
  return useMemo(() => new RowPlaces(rows, rowHeight, { hidden }), [rows, rowHeight, hidden]);
}

const NO_ROWS: ReadonlySet<number> = new Set();

const NO_FRAMES: readonly Frame[] = [];

function useFrames(session: SheetSession): readonly Frame[] {
  const text = session.editing?.text;
  return useMemo(() => (text?.startsWith('=') ? framesOf(session) : NO_FRAMES), [session, text, session.active]);
}

function visible({ left, right, kept }: Record<'left' | 'right' | 'kept', number>, frozen: number): readonly number[] {
  const drawn = Array.from({ length: Math.max(0, right - left + 1) }, (_none, index) => left + index);
  return withKept(drawn, kept).filter((column) => column >= frozen);
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
