import { memo, useMemo, useRef, useState, type CSSProperties } from 'react';
import { ContextMenuArea, cn, type MenuEntry } from '@zo/web/ui';
import { gridMenu } from '../menus';
import type { Cell, Range } from '../model/address';
import { frozenIn } from '../model/frozen';
import { isCovered, mergeAt, mergedRanges, overlaps } from '../model/merges';
import { isFormula, referencesOf } from '../model/references';
import { RowPlaces } from '../model/row-places';
import { offsetsOf, sizesOf } from '../model/sizes';
import type { Worksheet } from '../model/workbook';
import type { SheetSession } from '../session';
import { useSession } from '../use-session';
import { cellId, GridCell, selectionIn, type Frame } from './cell';
import { clipboardOf } from './clipboard';
import { FilterPopover } from './filter-popover';
import { FROZEN, Head, HEAD, type HeadProps } from './head';
import { runKey } from './keys';
import { heightsOf } from './measure';
import { RowSlots } from './row-slots';
import { useGridFocus } from './use-grid-focus';
import { usePointer } from './use-pointer';
import { useScrollIntoView } from './use-scroll-into-view';
import { useWindow, type GridWindow } from './use-window';

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
  places: RowPlaces;
  frames: readonly Frame[];
}

/** Rows or columns near the window, and others that are drawn too. */
const withKept = (drawn: readonly number[], kept: readonly number[]): readonly number[] => [
  ...new Set([...drawn, ...kept]),
];

const MAX_MERGES = 200;

const NO_MERGES: readonly Range[] = [];

/** Merged cells that are seen, although they begin outside of the window. */
function drawnMerges(sheet: Worksheet, seen: GridWindow): readonly Range[] {
  const found = mergedRanges(sheet).filter(
    (merge) => overlaps(merge, seen) && (merge.top < seen.top || merge.left < seen.left),
  );
  // One empty list, so that scrolling a sheet without merged cells changes no list of columns.
  return found.length > 0 ? found.slice(0, MAX_MERGES) : NO_MERGES;
}

/** Whether a cell is the last one of the selection, whose handle lies over its neighbours. */
function isLastIn({ sheet, range }: SheetSession, cell: Cell): boolean {
  const merge = mergeAt(sheet, cell);
  return (merge?.right ?? cell.column) === range.right && (merge?.bottom ?? cell.row) === range.bottom;
}

interface RowProps extends Layout {
  row: number;
  /** Pixels from the top; undefined for a row that stays in view. */
  top?: number;
  height: number;
  /** Changes with everything that the row shows. */
  stamp: string;
}

/** A row is looked at again only when something in it changed, and then draws the cells that did. */
const GridRow = memo(function GridRow({ row, top, height, ...layout }: RowProps) {
  const { session, offsets, frozen, columns, frames, places } = layout;
  const isPicked = row >= session.range.top && row <= session.range.bottom;
  const { sheet } = session;
  // Of a hidden row only the merged cells are seen that reach below it.
  const isDrawn = (column: number) =>
    height > 0 ? !isCovered(sheet, { row, column }) : mergeAt(sheet, { row, column })?.left === column;
  const drawnFrozen = Array.from({ length: frozen }, (_none, column) => column).filter(isDrawn);
  const placeOf = (column: number) => {
    const merge = mergeAt(sheet, { row, column });
    const right = Math.min(merge?.right ?? column, offsets.length - 2);
    const width = offsets[right + 1]! - offsets[column]!;
    const left = HEAD.width + offsets[column]!;
    return { left, width, height: merge && places.top(merge.bottom + 1) - places.top(row) };
  };
  const propsOf = (column: number) => ({
    session,
    row,
    column,
    frames,
    ...placeOf(column),
    value: session.valueAt(row, column),
    result: session.resultAt(row, column),
    members: sheet.members,
    selection: selectionIn(session, { row, column }),
  });
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="pointer-events-none left-0 flex"
      style={
        {
          position: top === undefined ? 'relative' : 'absolute',
          top,
          height,
          width: HEAD.width + offsets.at(-1)!,
          '--line': `${height - 1}px`,
        } as CSSProperties
      }
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-cell={`${row},-1`}
        className={cn(
          'pointer-events-auto sticky left-0 z-10 flex shrink-0 overflow-hidden items-center',
          'justify-center border-r border-b border-line-1 text-xs tabular-nums select-none',
          isPicked ? 'bg-surface-4 font-medium text-text-1' : 'bg-surface-2 text-text-2',
          height === 0 && 'border-b-0',
        )}
        style={{ width: HEAD.width }}
      >
        {row + 1}
      </div>
      {drawnFrozen.map((column) => (
        <GridCell
          key={column}
          {...propsOf(column)}
          className={cn(FROZEN, 'shrink-0', column === frozen - 1 && 'border-r-2 border-r-line-2')}
        />
      ))}
      {columns.filter(isDrawn).map((column) => (
        <GridCell
          key={column}
          {...propsOf(column)}
          className={cn('absolute inset-y-0', isLastIn(session, { row, column }) && 'z-[3]')}
        />
      ))}
    </div>
  );
});

/** The menu while nobody sees it: making its entries for every key takes time. */
const CLOSED: readonly MenuEntry[] = ['separator'];

interface GridProps {
  session: SheetSession;
  name: string;
  rowHeight: number;
  onSave: () => void;
}

/** SH-01: the cells of a worksheet; only those near the window are in the page. */
export const Grid = memo(function Grid({ session, name, rowHeight, onSave }: GridProps) {
  useSession(session, session.getVersion);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
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
  const isDrawn = (row: number, column: number) =>
    row <= Math.max(seen.bottom, frozen.rows - 1) && row >= 0 && column <= columnCount;
  const { left, right } = seen;
  // A cursor within the window is drawn anyway: moving it changes no list of columns.
  const { column } = session.anchor;
  const kept = column >= left && column <= right ? undefined : column;
  const merges = useMemo(() => drawnMerges(session.sheet, seen), [session.sheet.members, seen]);
  const columns = useMemo(() => {
    const others = [...(kept === undefined ? [] : [kept]), ...merges.map((merge) => merge.left)];
    return visible({ left, right }, others, frozen.columns);
  }, [left, right, kept, merges, frozen.columns]);
  const frames = useFrames(session);
  const layout = { session, offsets, frozen: frozen.columns, columns, frames, places };
  const total = { width: HEAD.width + offsets.at(-1)!, height: HEAD.height + places.total };
  const rows = withKept(places.shown(Math.max(seen.top, frozen.rows), seen.bottom), [
    session.anchor.row,
    ...merges.map(({ top }) => top),
  ]).filter((row) => row >= frozen.rows);
  const [slots] = useState(() => new RowSlots());
  const keys = slots.of(rows);
  return (
    <>
      <ContextMenuArea
        label="Cells"
        entries={isMenuOpen ? gridMenu(session) : CLOSED}
        onOpenChange={setIsMenuOpen}
        onCloseAutoFocus={(event) => (event.preventDefault(), grid.current?.focus())}
      >
        <div ref={scroller} className="min-h-0 flex-1 overflow-auto bg-surface-1">
          <div
            ref={grid}
            role="grid"
            tabIndex={0}
            data-page-focus
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
              {rows.map((row, index) => (
                <GridRow
                  key={keys[index]}
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
});

/** What a row shows besides its cells' values: selection, field and results. */
function stampOf(session: SheetSession, row: number): string {
  const { range, anchor, editing, active } = session;
  const isPicked = row >= range.top && row <= range.bottom;
  const selection = isPicked ? `${Object.values(range).join()} ${anchor.row},${anchor.column}` : '';
  // Besides the field itself only the handle at the end of the selection depends on it.
  const isEnd = editing && row >= range.top && row <= range.bottom;
  const field = editing && anchor.row === row ? `${editing.at} ${editing.text}` : isEnd ? 'edited' : '';
  return `${active} ${session.stampAt(row)} ${selection} ${field}`;
}

function usePlaces(session: SheetSession, rowHeight: number): RowPlaces {
  const { sheet } = session;
  const { rows } = sizesOf(sheet);
  const hidden = sheet.filter?.hidden ?? NO_ROWS;
  const heights = useMemo(() => heightsOf(session, rowHeight), [session, sheet, rowHeight]);
  // An edit that changes no height leaves the places as they are, so that no other row is drawn again.
  const key = [...heights].join(';');
  return useMemo(() => new RowPlaces(rows, rowHeight, { hidden, heights }), [rows, rowHeight, hidden, key]);
}

const NO_ROWS: ReadonlySet<number> = new Set();

const NO_FRAMES: readonly Frame[] = [];

function useFrames(session: SheetSession): readonly Frame[] {
  const text = session.editing?.text;
  return useMemo(() => (text?.startsWith('=') ? framesOf(session) : NO_FRAMES), [session, text, session.active]);
}

function visible(
  { left, right }: Record<'left' | 'right', number>,
  kept: readonly number[],
  frozen: number,
): readonly number[] {
  const drawn = Array.from({ length: Math.max(0, right - left + 1) }, (_none, index) => left + index);
  return withKept(drawn, kept).filter((column) => column >= frozen);
}
