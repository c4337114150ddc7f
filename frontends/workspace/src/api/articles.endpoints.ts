import type { Answer, Asked } from '@zo/web/api';
import { pathKey, type Location } from '@zo/web/paths';
import { api } from '@zo/web/store';

export const ARTICLES: Location = { root: 'w', path: ['Articles'] };

export const articlesApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveArticle: build.mutation<Answer<'Articles.save'>, Asked<'Articles.save'>>({
      query: (body) => ({ url: 'articles', method: 'POST', body }),
      invalidatesTags: [{ type: 'Folder', id: pathKey(ARTICLES) }],
    }),
  }),
});
