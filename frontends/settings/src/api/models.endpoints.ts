import type { Answer, Asked, ModelEntry, Preference, ProbeResult, Provider } from '@zo/web/api';
import { api } from '@zo/web/store';

export type { ModelEntry, Provider, ProviderKind, ProbeResult as ProviderTest } from '@zo/web/api';
export type ProviderBody = Asked<'Models.create'>;

/** Endpoints for the user's model providers and the model of new chats. */
export const modelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    providers: build.query<Provider[], void>({
      query: () => 'models/providers',
      transformResponse: ({ providers }: Answer<'Models.list'>) => providers,
      providesTags: ['Providers'],
    }),
    addProvider: build.mutation<Provider, ProviderBody>({
      query: (body) => ({ url: 'models/providers', method: 'POST', body }),
      invalidatesTags: ['Providers', 'Models'],
    }),
    changeProvider: build.mutation<Provider, { id: string } & Asked<'Models.update'>>({
      query: ({ id, ...body }) => ({ url: `models/providers/${id}`, method: 'PATCH', body }),
      invalidatesTags: ['Providers', 'Models'],
    }),
    removeProvider: build.mutation<void, string>({
      query: (id) => ({ url: `models/providers/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Providers', 'Models', 'MediaModels'],
    }),
    testProvider: build.mutation<ProbeResult, Asked<'Models.test'>>({
      query: (body) => ({ url: 'models/providers/test', method: 'POST', body }),
    }),
    models: build.query<ModelEntry[], void>({ query: () => 'models/available', providesTags: ['Models'] }),
    preference: build.query<Preference, void>({ query: () => 'models/preference', providesTags: ['Models'] }),
    setPreference: build.mutation<Preference, { value: string }>({
      query: (body) => ({ url: 'models/preference', method: 'PUT', body }),
      invalidatesTags: ['Models', 'Me'],
    }),
  }),
});

export const {
  useProvidersQuery,
  useAddProviderMutation,
  useChangeProviderMutation,
  useRemoveProviderMutation,
  useTestProviderMutation,
  useModelsQuery,
  usePreferenceQuery,
  useSetPreferenceMutation,
} = modelsApi;
