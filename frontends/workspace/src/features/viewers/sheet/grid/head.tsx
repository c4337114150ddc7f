import { Funnel, ListFilter } from 'lucide-react';
import { memo } from 'react';
import { cn } from '@zo/web/ui';
import { columnName } from '../model/address';
import { member, type Worksheet } from '../model/workbook';
import type { SheetSession } from '../session';

export const HEAD = { width: 52, height: 26 };

export const FROZEN = 'sticky z-[5]';

export interface HeadProps {
  session: SheetSession;
  offsets: readonly number[];
  /** First columns that stay in view. */
  frozen: number;
  columns: readonly number[];
}

/** The file asks for a filter in every head. */
const hasFilters = (sheet: Worksheet): boolean => member(sheet, 'filters') === true;

interface ColumnHeadProps {
  session: SheetSession;
  column: number;
  left: number;
  width: number;
  isPicked: boolean;
  isFiltered: boolean;
  /** Its filter is not only shown while the pointer is over it. */
  hasFilter: boolean;
  className: string;
}

const ColumnHead = memo(function ColumnHead({
  session,
  column,
  isPicked,
  isFiltered,
  hasFilter,
  className,
  ...place
}: ColumnHeadProps) {
  return (
    <div
      role="columnheader"
      aria-label={columnName(column)}
      aria-colindex={column + 2}
      data-cell={`-1,${column}`}
      className={cn(
        'group flex items-center justify-center border-r border-b border-line-1 text-xs select-none',
        isPicked ? 'bg-surface-4 font-medium text-text-1' : 'bg-surface-2 text-text-2',
        className,
      )}
      style={place}
    >
      {columnName(column)}
      <button
        type="button"
        // Alt with the arrow down opens it from the grid, which keeps the focus.
        tabIndex={-1}
        aria-label={`${isFiltered ? 'Change the filter of' : 'Filter'} column ${columnName(column)}`}
        aria-haspopup="dialog"
        className={cn(
          'absolute right-1 flex size-6 items-center justify-center rounded-md hover:bg-surface-3 [&_svg]:size-3.5',
          isFiltered
            ? 'text-accent-text'
            : 'text-text-2 opacity-0 group-hover:opacity-100 pointer-coarse:hidden data-always:opacity-100',
        )}
        data-always={hasFilter || undefined}
        onClick={() => session.chooseFilter(column)}
      >
        {isFiltered ? <Funnel fill="currentColor" /> : <ListFilter />}
      </button>
      <span
        data-part="width"
        data-cell={`-1,${column}`}
        className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize"
      />
    </div>
  );
});

/** The letters of the columns, with their filters and the edges that change their widths. */
export function Head({ session, offsets, frozen, columns }: HeadProps) {
  const { sheet, range } = session;
  const hasFilter = hasFilters(sheet);
  const propsOf = (column: number) => ({
    session,
    column,
    hasFilter,
    left: HEAD.width + offsets[column]!,
    width: offsets[column + 1]! - offsets[column]!,
    isPicked: column >= range.left && column <= range.right,
    isFiltered: sheet.filter?.columns.some((filter) => filter.column === column) ?? false,
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
        <ColumnHead key={column} {...propsOf(column)} className={cn(FROZEN, 'shrink-0')} />
      ))}
      {columns.map((column) => (
        <ColumnHead key={column} {...propsOf(column)} className="absolute inset-y-0" />
      ))}
    </div>
  );
}
