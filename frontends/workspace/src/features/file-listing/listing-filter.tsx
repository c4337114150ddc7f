import type { RefObject } from 'react';
import { MESSAGES } from '../../messages';
import { FilterField } from '../../navigation/filter-field';
import type { Listing } from './use-listing';

/** The filter above the rows, while there is one. */
export function ListingFilter({ listing, grid }: { listing: Listing; grid: RefObject<HTMLElement | null> }) {
  const { filter, setFilter, names, total } = listing;
  if (filter === null) return null;
  const close = () => {
    setFilter(null);
    grid.current?.focus();
  };
  const choose = () => {
    grid.current?.focus();
    const [first] = names;
    if (first !== undefined) listing.setSelection({ names: new Set([first]), anchor: first, cursor: first });
  };
  return (
    <FilterField
      value={filter}
      onChange={setFilter}
      onClose={close}
      onDone={choose}
      found={MESSAGES.filtered(names.length, total)}
    />
  );
}
