import type { RefObject } from 'react';
import { useMeQuery, useUpdateSettingsMutation } from '@zo/web/store';
import { inArticles, type Location } from '@zo/web/paths';
import { columnsOf, useListingWidth, type Column, type Field } from './columns';
import { hasOrigins } from './use-origins';

const DEFAULT: readonly Field[] = ['modified', 'size'];

/** AP-03: the columns that the user chose, as far as the pane has room for them. */
export function useColumns(pane: RefObject<HTMLElement | null>, location: Location) {
  const width = useListingWidth(pane);
  const { data: me } = useMeQuery();
  const [update] = useUpdateSettingsMutation();
  const chosen = me?.settings.listing_columns ?? DEFAULT;
  // FT-03: articles have no size worth a column.
  const fields = inArticles(location) ? chosen.filter((field) => field !== 'size') : chosen;
  const shown: readonly Column[] = hasOrigins(location)
    ? ['from', 'deleted', ...chosen.filter((field) => field === 'size' || field === 'kind')]
    : fields;
  return {
    width,
    columns: columnsOf(width, shown),
    isChosen: (field: Field) => shown.includes(field),
    toggle: (field: Field) =>
      void update({
        listing_columns: chosen.includes(field) ? chosen.filter((other) => other !== field) : [...chosen, field],
      }),
  };
}

export type ChosenColumns = ReturnType<typeof useColumns>;
