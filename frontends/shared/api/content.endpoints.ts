import { api } from '../store/api';
import type { Location } from '../paths';
import type { Answer } from './types';

export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The origins of content, with `*` for the host name of one view; null when the installation has none. */
    contentOrigins: build.query<Answer<'Content.origins'>, void>({ query: () => 'files/content' }),
    /** An address of a file on the content origin, valid for ten minutes. */
    openContent: build.mutation<Answer<'Content.open'>, Location>({
      query: ({ root, path }) => ({ url: 'files/content', method: 'POST', body: { root, path } }),
    }),
  }),
});

export const { useContentOriginsQuery, useOpenContentMutation } = contentApi;
