import { ArrowDown, ArrowUp, Columns3, ListFilter } from 'lucide-react';
import { cn, IconButton, Menu, type MenuEntry } from '@zo/web/ui';
import { MESSAGES } from '../../messages';
import type { SortBy } from '../../sorting/sort';
import { ROW_GRID, type Column, type Field } from './columns';
import type { ChosenColumns } from './use-columns';
import type { Listing } from './use-listing';

const FIELDS: readonly Field[] = ['modified', 'size', 'kind', 'created'];

const HEADS: Record<Column, { by: SortBy; label: string }> = {
  from: { by: 'from', label: 'From' },
  deleted: { by: 'deleted', label: 'Deleted' },
  modified: { by: 'mtime', label: 'Modified' },
  size: { by: 'size', label: 'Size' },
  kind: { by: 'kind', label: 'Kind' },
  created: { by: 'birth', label: 'Created' },
};

/** Sorted by it first from the newest or largest on, and from A to Z by words. */
const fromTheEnd = (by: SortBy) => by !== 'name' && by !== 'kind' && by !== 'from';

/** FT-03: table head; a click sorts, a second click reverses the order. */
export function ListingHead({ listing, chosen }: { listing: Listing; chosen: ChosenColumns }) {
  const { sort, setSort: onSort, filter, setFilter } = listing;
  const { columns, isChosen, toggle } = chosen;
  const column = (by: SortBy, label: string, className = '') => {
    const active = sort.by === by;
    return (
      <div
        key={by}
        role="columnheader"
        aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}
        className={className}
      >
        <button
          type="button"
          onClick={() => onSort({ by, descending: active ? !sort.descending : fromTheEnd(by) })}
          className={cn(
            '-mx-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 text-sm',
            'pointer-coarse:h-11 hover:bg-surface-3',
            active ? 'text-text-1' : 'text-text-2',
          )}
        >
          {label}
          {active ? sort.descending ? <ArrowDown className="size-3.5" /> : <ArrowUp className="size-3.5" /> : null}
        </button>
      </div>
    );
  };
  const choices = FIELDS.map((field): MenuEntry => ({
    label: HEADS[field].label,
    checked: isChosen(field),
    hint: columns.left.includes(field) ? MESSAGES.noRoom : undefined,
    onSelect: () => toggle(field),
  }));
  return (
    // Reserves the scrollbar gutter of the rows below, so that heads align with their columns.
    <div role="rowgroup" className="shrink-0 overflow-hidden px-3 [scrollbar-gutter:stable] max-md:px-1">
      <div
        role="row"
        aria-rowindex={1}
        className={cn('h-9 border-b border-line-1 px-2 pointer-coarse:h-11', ROW_GRID)}
        style={{ gridTemplateColumns: columns.template }}
      >
        {column('name', 'Name', 'pl-[26px]')}
        {columns.fields.map((field) =>
          column(
            HEADS[field].by,
            HEADS[field].label,
            field === 'size' || (columns.actionsOverDate && field !== 'from') ? 'text-right' : undefined,
          ),
        )}
        {columns.actionsOverDate ? null : (
          <div role="columnheader" className="flex min-w-0 justify-end gap-0.5">
            <span className="sr-only">Actions</span>
            <IconButton label="Filter" keys="/" onClick={() => setFilter(filter ?? '')}>
              <ListFilter />
            </IconButton>
            <Menu label="Columns" entries={choices}>
              <IconButton label="Columns">
                <Columns3 />
              </IconButton>
            </Menu>
          </div>
        )}
      </div>
    </div>
  );
}
