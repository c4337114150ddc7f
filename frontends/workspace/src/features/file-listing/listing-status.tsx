import { useRef } from 'react';
import { MESSAGES } from '../../messages';
import type { SortBy } from '../../sorting/sort';
import type { Listing } from './use-listing';

const LABELS: Record<SortBy, string> = {
  name: 'Name',
  mtime: 'Modified',
  size: 'Size',
  kind: 'Kind',
  birth: 'Created',
  from: 'From',
  deleted: 'Deleted',
};

/** Tells screen readers how many rows are selected, and the order of the rows once it was changed. */
export function ListingStatus({ listing: { selection, sort } }: { listing: Pick<Listing, 'selection' | 'sort'> }) {
  const first = useRef(sort);
  const chosen = selection.names.size;
  const order = sort === first.current ? '' : MESSAGES.sorted(LABELS[sort.by], sort.descending);
  return (
    <p role="status" className="sr-only">
      {chosen > 1 ? MESSAGES.selected(chosen) : order}
    </p>
  );
}
