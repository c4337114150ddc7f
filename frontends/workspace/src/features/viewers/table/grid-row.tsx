import { memo } from 'react';
import { cn } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import type { Cell, Row, TableFacts } from './rows';

export const cellId = (grid: string, { row, column }: Cell): string => `${grid}-${row}-${column}`;

/** How the grid is drawn now. */
export interface Look {
  /** Id of the grid, by which its cells are known. */
  id: string;
  columns: TableFacts['columns'];
  /** Where each column begins, and the end of the last. */
  edges: readonly number[];
  /** First and last column that are drawn. */
  from: number;
  to: number;
  /** Width of the column that stays on the left. */
  pinned: number;
  /** The first column stays, instead of the row numbers. */
  isNarrow: boolean;
  rowPx: number;
  word: string;
}

/** The columns that are drawn beside the one that stays. */
export function drawn({ from, to, isNarrow, columns }: Look): number[] {
  const first = Math.max(from, isNarrow ? 1 : 0);
  return columns.length === 0 ? [] : Array.from({ length: Math.max(0, to - first + 1) }, (_none, at) => first + at);
}

/** Room for the columns on the left that are not drawn. */
export const skipped = (look: Look): number => {
  const [first] = drawn(look);
  return first === undefined ? 0 : look.edges[first]! - (look.isNarrow ? look.edges[1]! : 0);
};

function Marked({ text, word }: { text: string; word: string }) {
  const at = word ? text.toLowerCase().indexOf(word.toLowerCase()) : -1;
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-sm bg-mark text-text-1">{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  );
}

interface GridRowProps {
  index: number;
  row: Row | undefined;
  top: number;
  look: Look;
  /** The column of the selected cell in this row. */
  selected: number | undefined;
  onSelect: (cell: Cell) => void;
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ↵ ');

export const GridRow = memo(function GridRow({ index, row, top, look, selected, onSelect }: GridRowProps) {
  const { id, columns, edges, pinned, isNarrow, rowPx, word } = look;
  const isChosen = selected !== undefined;
  const cell = (column: number) => {
    const text = row?.cells[column] ?? '';
    return (
      <div
        key={column}
        id={cellId(id, { row: index, column })}
        role="gridcell"
        aria-colindex={column + 1}
        aria-selected={selected === column || undefined}
        title={text.length > 20 ? text.slice(0, 500) : undefined}
        onClick={() => onSelect({ row: index, column })}
        className={cn(
          'shrink-0 truncate border-r border-line-1 px-2.5',
          columns[column]!.type === 'number' && 'text-right tabular-nums',
          selected === column && 'outline-2 -outline-offset-2 outline-accent',
          isNarrow && column === 0 && 'sticky left-0 z-1 bg-inherit',
        )}
        style={{ width: edges[column + 1]! - edges[column]!, lineHeight: `${rowPx - 1}px` }}
      >
        {row ? (
          <Marked text={oneLine(text)} word={word} />
        ) : (
          <span aria-hidden className="inline-block h-2 w-3/5 rounded-sm bg-surface-3 align-middle" />
        )}
      </div>
    );
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cn(
        'absolute inset-x-0 flex border-b border-line-1 text-sm',
        isChosen ? 'bg-surface-3' : 'bg-surface-1 hover:bg-surface-2',
      )}
      style={{ height: rowPx, transform: `translateY(${top}px)` }}
    >
      {isNarrow ? (
        columns.length > 0 && cell(0)
      ) : (
        <span
          className={cn(
            'sticky left-0 z-1 shrink-0 border-r border-line-1 bg-surface-2',
            'px-2.5 text-right text-xs text-text-2 tabular-nums',
          )}
          style={{ width: pinned, lineHeight: `${rowPx - 1}px` }}
        >
          {row ? formatNumber(row.number) : ''}
        </span>
      )}
      <span aria-hidden className="shrink-0" style={{ width: skipped(look) }} />
      {drawn(look).map(cell)}
    </div>
  );
});
