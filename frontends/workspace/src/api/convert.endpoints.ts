import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export const convertApi = api.injectEndpoints({
  endpoints: (build) => ({
    convertFile: build.mutation<Answer<'Convert.convert'>, Asked<'Convert.convert'>>({
      query: (body) => ({ url: 'files/convert', method: 'POST', body }),
    }),
  }),
});
