import { api } from '@zo/web/store';
import type { Answer, Asked } from '@zo/web/api';

export const tablesApi = api.injectEndpoints({
  endpoints: (build) => ({
    rows: build.query<Answer<'Tables.rows'>, Asked<'Tables.rows'>>({
      query: (body) => ({ url: 'files/rows', method: 'POST', body }),
      keepUnusedDataFor: 0,
    }),
  }),
});
