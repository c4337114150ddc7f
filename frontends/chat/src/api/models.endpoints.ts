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
        const show = (shown: Preference) =>
          dispatch(modelsApi.util.updateQueryData('preference', undefined, () => shown));
        const patch = show(body);
        // Once more: a slower read may have brought the choice before.
        await queryFulfilled.then(({ data }) => show(data), patch.undo);
      },
    }),
  }),
});

export const { useModelsQuery, usePreferenceQuery, useSavePreferenceMutation } = modelsApi;
