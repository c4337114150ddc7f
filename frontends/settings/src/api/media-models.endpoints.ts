import type { Asked, MediaModel, MediaTask, MediaTest } from '@zo/web/api';
import { api } from '@zo/web/store';

export type { MediaModel, MediaTask } from '@zo/web/api';

/** Endpoints that connect models for images and speech. */
export const mediaModelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    connectMedia: build.mutation<MediaModel, { task: MediaTask } & Asked<'MediaModels.connect'>>({
      query: ({ task, ...body }) => ({ url: `media-models/${task}`, method: 'PUT', body }),
      invalidatesTags: ['MediaModels'],
    }),
    testMedia: build.mutation<MediaTest, { task: MediaTask } & Asked<'MediaModels.test'>>({
      query: ({ task, ...body }) => ({ url: `media-models/${task}/test`, method: 'POST', body }),
    }),
    disconnectMedia: build.mutation<void, MediaTask>({
      query: (task) => ({ url: `media-models/${task}`, method: 'DELETE' }),
      invalidatesTags: ['MediaModels'],
    }),
  }),
});

export const { useConnectMediaMutation, useTestMediaMutation, useDisconnectMediaMutation } = mediaModelsApi;
