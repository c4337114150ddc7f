import type { Answer } from '@zo/web/api';
import { api } from '@zo/web/store';
import { pathKey, type Location } from '@zo/web/paths';

/** What entries take with all that is in them. */
export type Measured = Answer<'Sizes.measure'>;

/** Tag of everything below a folder, beside the tag of its own rows. */
export const belowTag = (location: Location) => ({ type: 'Folder' as const, id: `below ${pathKey(location)}` });

export const sizesApi = api.injectEndpoints({
  endpoints: (build) => ({
    measured: build.query<Measured, Location[]>({
      query: (items) => ({ url: 'files/size', method: 'POST', body: { items } }),
      providesTags: (_measured, _error, items) => items.map(belowTag),
    }),
  }),
});
