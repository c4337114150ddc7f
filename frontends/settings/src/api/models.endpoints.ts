import { api } from '@zo/web/store';

export type ProviderKind = 'openai' | 'anthropic' | 'google' | 'xai' | 'openai-compatible' | 'ollama';
export interface Provider {
  id: string;
  kind: ProviderKind;
  label: string;
  base_url: string | null;
  has_key: boolean;
  models: { slug: string; label: string }[];
  enabled: boolean;
  created_at: string;
}
export interface ProviderBody {
  kind: ProviderKind;
  label?: string;
  base_url?: string;
  api_key?: string;
  models?: string[];
}
export interface ProviderTest {
  ok: boolean;
  streaming: boolean;
  tools: boolean;
  models: string[];
  message: string;
  latency_ms: number;
}
export interface ModelEntry {
  value: string;
  label: string;
  description: string;
  provider_id?: string | null;
  helper?: boolean;
}

/** Model providers of the user and the model for new chats. */
export const modelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    providers: build.query<Provider[], void>({
      query: () => 'models/providers',
      transformResponse: (answer: { providers: Provider[] } | Provider[]) => (Array.isArray(answer) ? answer : answer.providers),
      providesTags: ['Providers'],
    }),
    addProvider: build.mutation<Provider, ProviderBody>({ query: (body) => ({ url: 'models/providers', method: 'POST', body }), invalidatesTags: ['Providers', 'Models'] }),
    changeProvider: build.mutation<Provider, { id: string } & Partial<Omit<ProviderBody, 'kind'>> & { enabled?: boolean }>({ query: ({ id, ...body }) => ({ url: `models/providers/${id}`, method: 'PATCH', body }), invalidatesTags: ['Providers', 'Models'] }),
    removeProvider: build.mutation<void, string>({ query: (id) => ({ url: `models/providers/${id}`, method: 'DELETE' }), invalidatesTags: ['Providers', 'Models'] }),
    testProvider: build.mutation<ProviderTest, ProviderBody & { id?: string; model?: string }>({ query: (body) => ({ url: 'models/providers/test', method: 'POST', body }) }),
    models: build.query<ModelEntry[], void>({ query: () => 'models/available', providesTags: ['Models'] }),
    preference: build.query<{ value?: string }, void>({ query: () => 'models/preference', providesTags: ['Models'] }),
    setPreference: build.mutation<unknown, { value: string }>({ query: (body) => ({ url: 'models/preference', method: 'PUT', body }), invalidatesTags: ['Models', 'Me'] }),
  }),
});

export const {
  useProvidersQuery, useAddProviderMutation, useChangeProviderMutation, useRemoveProviderMutation, useTestProviderMutation, useModelsQuery, usePreferenceQuery, useSetPreferenceMutation,
} = modelsApi;
