import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '@zo/web/ui';
import type { Sort, SortBy } from '../../sorting/sort';
import type { ListingColumns } from './columns';

interface ListingHeadProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
  columns: ListingColumns;
}

/** FT-03: table head; a click sorts, a second click reverses the order. */
export function ListingHead({ sort, onSort, columns }: ListingHeadProps) {
  const column = (by: SortBy, label: string, className = '') => {
    const active = sort.by === by;
    return (
      <div
        role="columnheader"
        aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}
        className={className}
      >
        <button
          type="button"
          onClick={() => onSort({ by, descending: active ? !sort.descending : by !== 'name' })}
          className={cn(
            '-mx-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 text-sm pointer-coarse:h-11 hover:bg-surface-3',
            active ? 'text-text-1' : 'text-text-2',
          )}
        >
          {label}
          {active ? sort.descending ? <ArrowDown className="size-3.5" /> : <ArrowUp className="size-3.5" /> : null}
        </button>
      </div>
    );
  };
  return (
    // Reserves the scrollbar gutter of the rows below, so that heads align with their columns.
    <div role="rowgroup" className="shrink-0 overflow-hidden px-3 [scrollbar-gutter:stable] max-md:px-1">
      <div
        role="row"
        aria-rowindex={1}
        className={cn('h-9 border-b border-line-1 px-2 pointer-coarse:h-11', columns.grid)}
      >
        {column('name', 'Name', 'pl-[26px]')}
        {column('mtime', 'Modified', columns.actionsOverDate ? 'text-right' : '')}
        {columns.sizes ? column('size', 'Size', 'text-right') : null}
        {columns.actionsOverDate ? null : (
          <div role="columnheader" className="min-w-0">
            <span className="sr-only">Actions</span>
          </div>
        )}
      </div>
    </div>
  );
}
