import { api } from '@zo/web/store';
import type { Answer, Asked } from '@zo/web/api';

export const tablesApi = api.injectEndpoints({
  endpoints: (build) => ({
    // No query: one that is asked again while it waits is not sent again, and the file may have changed since.
    rows: build.mutation<Answer<'Tables.rows'>, Asked<'Tables.rows'>>({
      query: (body) => ({ url: 'files/rows', method: 'POST', body }),
    }),
  }),
});
