import type { Answer } from '@zo/web/api';
import { api } from '@zo/web/store';
import { parentOf, type Location } from '@zo/web/paths';

/** Where an entry of the trash was, and when it came: Unix milliseconds. */
export interface Origin {
  folder: Location;
  at: number;
}
/** By the names that the entries have in the trash. */
export type Origins = Readonly<Record<string, Origin>>;

export const trashApi = api.injectEndpoints({
  endpoints: (build) => ({
    origins: build.query<Origins, void>({
      query: () => 'files/trash',
      transformResponse: ({ entries }: Answer<'Trash.list'>) =>
        Object.fromEntries(
          entries.map(({ name, origin, trashedAt }) => [name, { folder: parentOf(origin), at: trashedAt }]),
        ),
      providesTags: [{ type: 'Folder', id: 'w/Trash' }],
    }),
  }),
});

/** A name may be that of a property which every object has. */
export const originIn = (origins: Origins | undefined, name: string): Origin | undefined =>
  origins && Object.hasOwn(origins, name) ? origins[name] : undefined;

export const { useOriginsQuery } = trashApi;
