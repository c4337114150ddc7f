import { api } from '@zo/web/store';
import type { ModelEntry, Preference } from './types';

/** MD-01, MD-03: the models of the picker and the user's choice. */
export const modelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    models: build.query<ModelEntry[], void>({ query: () => 'models/available', providesTags: ['Models'] }),
    preference: build.query<Preference, void>({ query: () => 'models/preference', providesTags: ['Models'] }),
    savePreference: build.mutation<Preference, Preference>({
      query: (body) => ({ url: 'models/preference', method: 'PUT', body }),
      onQueryStarted: async (body, { dispatch, queryFulfilled }) => {
        const patch = dispatch(modelsApi.util.updateQueryData('preference', undefined, () => body));
        await queryFulfilled.catch(patch.undo);
      },
    }),
  }),
});

export const { useModelsQuery, usePreferenceQuery, useSavePreferenceMutation } = modelsApi;
