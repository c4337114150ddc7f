import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { cn, useMedia } from '@zo/web/ui';
import { columnsBetween, edgesOf, fittedWidth, widthsOf } from './columns';
import { GridHead } from './grid-head';
import { cellId, GridRow, type Look } from './grid-row';
import { readWidths, writeWidths, type Widths } from './kept-widths';
import { HEAD_PX, type Cell, type Row, type RowSource, type Sort, type TableFacts } from './rows';
import { useScroll } from './use-scroll';

const ROW_PX = 28;
const TOUCH_ROW_PX = 44;
const OVERSCAN = 6;

export interface GridProps {
  name: string;
  /** What the widths of its columns are kept as. */
  keptAs: string;
  source: RowSource;
  /** Changes with the rows. */
  sort: Sort | undefined;
  /** Marked in the cells. */
  word: string;
  selected: Cell | null;
  onSelect: (cell: Cell | null) => void;
  onSort: (sort: Sort | undefined) => void;
  onFilter: (column: number) => void;
  isStale: boolean;
}

/** The cell that a key leads to; undefined for other keys. */
function moved({ key, ctrlKey, metaKey }: KeyboardEvent, { row, column }: Cell, page: number): Cell | undefined {
  const jump = ctrlKey || metaKey;
  const steps: Record<string, Cell> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: jump ? { row: 0, column: 0 } : { row, column: 0 },
    End: jump ? { row: Infinity, column } : { row, column: Infinity },
  };
  return steps[key];
}

const between = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** The widths of the columns: they fit the first rows, unless they were set. */
function useWidths({ name: keptAs, facts, row }: { name: string; facts: TableFacts; row: RowSource['row'] }) {
  const names = facts.columns.map((column) => column.name).join('\0');
  const hasRows = row(0) !== undefined;
  const [resized, setResized] = useState<{ names: string; widths: Widths }>();
  const set = resized?.names === names ? resized.widths : undefined;
  const kept = useMemo(() => set ?? readWidths(keptAs, names), [keptAs, names, set]);
  const fitting = useMemo(() => widthsOf(facts, row), [names, hasRows]);
  const resize = (column: number, width: number) => {
    const widths = { ...kept, [column]: width };
    setResized({ names, widths });
    writeWidths(keptAs, names, widths);
  };
  return { widths: fitting.map((width, column) => kept[column] || width), resize };
}

/** FV-01: any number of rows below a head that stays; only what is seen is drawn. */
export function Grid(props: GridProps) {
  const { name, keptAs, source, sort, word, selected, onSelect, onSort, onFilter, isStale } = props;
  const id = useId();
  const { facts, row, show } = source;
  const { columns, total } = facts;
  const isTouch = useMedia('(pointer: coarse)');
  const isNarrow = useMedia('(max-width: 767.98px)');
  const rowPx = isTouch || isNarrow ? TOUCH_ROW_PX : ROW_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useScroll(scroller, total * rowPx, HEAD_PX);
  const first = Math.max(0, Math.floor(scroll.top / rowPx) - OVERSCAN);
  const last = between(Math.ceil((scroll.top + scroll.view.height) / rowPx) + OVERSCAN, total);
  useEffect(() => {
    if (total > 0) show(first, last);
  }, [show, first, last, total]);

  const { widths, resize } = useWidths({ name: keptAs, facts, row });
  const edges = useMemo(() => edgesOf(widths), [widths.join()]);
  // Row numbers stay on the left; on a narrow screen the first column does.
  const pinned = isNarrow ? (widths[0] ?? 0) : Math.max(56, `${facts.all}`.length * 8 + 28);
  const [from, to] = columnsBetween(edges, scroll.left, scroll.left + scroll.view.width);
  const look: Look = { id, columns, edges, from, to, pinned, isNarrow, rowPx, word };
  const width = edges.at(-1)! + (isNarrow ? 0 : pinned);

  const isDrawn =
    selected && selected.row >= first && selected.row <= last && selected.column >= from && selected.column <= to;

  const reveal = ({ row: at, column }: Cell) => {
    scroll.reveal(at * rowPx, (at + 1) * rowPx);
    const element = scroller.current!;
    const offset = isNarrow ? 0 : pinned;
    const left = edges[column]! + offset;
    const right = edges[column + 1]! + offset;
    if (left - pinned < element.scrollLeft) element.scrollLeft = left - pinned;
    else if (right > element.scrollLeft + element.clientWidth) element.scrollLeft = right - element.clientWidth;
  };
  useEffect(() => {
    if (selected && selected.row < total) reveal(selected);
    // Only a new place is revealed.
  }, [selected?.row, selected?.column]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || total === 0) return;
    if (event.key === 'Escape' && selected) return onSelect(null);
    const page = Math.max(1, Math.floor((scroll.view.height - HEAD_PX) / rowPx) - 1);
    const next = moved(event, selected ?? { row: Math.floor(scroll.top / rowPx), column: 0 }, page);
    if (!next) return;
    event.preventDefault();
    onSelect({ row: between(next.row, total), column: between(next.column, columns.length) });
  };
  const fit = (column: number) => {
    const rows = shown.map(({ found }) => found?.cells ?? []);
    resize(column, fittedWidth(columns[column]!.name, column, rows));
  };

  const shown: { index: number; found: Row | undefined }[] = [];
  const end = total > 0 ? last : -1;
  for (let index = first; index <= end; index++) shown.push({ index, found: row(index) });
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={name}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-busy={isStale}
      aria-activedescendant={isDrawn ? cellId(id, selected) : undefined}
      tabIndex={0}
      data-page-focus
      onScroll={scroll.onScroll}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface-1 outline-none inset-ring-focus"
    >
      <div style={{ width, minWidth: '100%' }}>
        <GridHead look={look} sort={sort} onSort={onSort} onFilter={onFilter} onResize={resize} onFit={fit} />
        <div role="rowgroup" className={cn('relative', isStale && 'opacity-50')} style={{ height: scroll.height }}>
          {shown.map(({ index, found }) => (
            <GridRow
              key={index}
              index={index}
              row={found}
              top={index * rowPx - scroll.top + scroll.scrollTop}
              look={look}
              selected={selected?.row === index ? selected.column : undefined}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
