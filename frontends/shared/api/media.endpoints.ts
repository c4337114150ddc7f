import { api } from '../store/api';
import type { Answer, MediaModel } from './types';

/** The models for images and speech that the user has connected. */
export const mediaApi = api.injectEndpoints({
  endpoints: (build) => ({
    mediaModels: build.query<MediaModel[], void>({
      query: () => 'media-models',
      transformResponse: ({ models }: Answer<'MediaModels.all'>) => models,
      providesTags: ['MediaModels'],
    }),
  }),
});

export const { useMediaModelsQuery } = mediaApi;
