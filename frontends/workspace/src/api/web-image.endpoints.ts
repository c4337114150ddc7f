import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export const webImageApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveWebImage: build.mutation<Answer<'WebImages.save'>, Asked<'WebImages.save'>>({
      query: (body) => ({ url: 'files/web-image', method: 'POST', body }),
    }),
  }),
});
