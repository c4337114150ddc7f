import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { Button, IconButton, Menu } from '@zo/web/ui';
import { MESSAGES } from '../../messages';
import type { SortBy } from '../../sorting/sort';
import type { Listing } from './use-listing';

const ORDERS: readonly { by: SortBy; label: string; descending: boolean }[] = [
  { by: 'name', label: 'Name', descending: false },
  { by: 'mtime', label: 'Modified', descending: true },
  { by: 'birth', label: 'Created', descending: true },
  { by: 'size', label: 'Size', descending: true },
  { by: 'kind', label: 'Kind', descending: false },
];

/** What tiles are sorted by, and the filter: they have no heads of columns. */
export function TileHead({ listing }: { listing: Listing }) {
  const { sort, setSort, filter, setFilter } = listing;
  const entries = ORDERS.map(({ by, label, descending }) => ({
    label,
    checked: sort.by === by,
    onSelect: () => setSort({ by, descending: sort.by === by ? !sort.descending : descending }),
  }));
  const label = ORDERS.find(({ by }) => by === sort.by)!.label;
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 px-3 pointer-coarse:h-11">
      <Menu label={MESSAGES.sortBy} entries={entries} align="start">
        <Button variant="quiet" aria-label={`${MESSAGES.sortBy}: ${label}`}>
          {label}
          {sort.descending ? <ArrowDown /> : <ArrowUp />}
        </Button>
      </Menu>
      <div className="flex-1" />
      <IconButton label="Filter" keys="/" onClick={() => setFilter(filter ?? '')}>
        <ListFilter />
      </IconButton>
    </div>
  );
}
