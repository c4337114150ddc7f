import { useMemo } from 'react';
import { pathKey } from '@zo/web/paths';
import { useMeQuery } from '@zo/web/store';

/** AP-03: path keys of the favourites. */
export function useFavourites(): ReadonlySet<string> {
  const favourites = useMeQuery().data?.settings.favourites;
  return useMemo(() => new Set(favourites?.map(pathKey)), [favourites]);
}
