import { ListFilter } from 'lucide-react';
import type { Location } from '@zo/web/paths';
import { Button, EmptyState } from '@zo/web/ui';
import { MESSAGES } from '../../messages';
import { EmptyFolder } from './empty-folder';
import type { Listing } from './use-listing';

/** The folder is empty, or nothing in it passes the filter. */
export const NoRows = ({ location, listing }: { location: Location; listing: Listing }) =>
  listing.total > 0 ? (
    <EmptyState
      icon={<ListFilter />}
      title={MESSAGES.noneFiltered}
      action={<Button onClick={() => listing.setFilter(null)}>{MESSAGES.endFilter}</Button>}
    />
  ) : (
    <EmptyFolder location={location} />
  );

/** True for a workspace that holds only the initial folder. */
export const isUnused = (location: Location, names: readonly string[]) =>
  location.root === 'w' && location.path.length === 0 && names.length === 1 && names[0] === 'Articles';
