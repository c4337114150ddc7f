import type { Answer, AppClient, Asked, ConnectedApp } from '@zo/web/api';
import { api } from '@zo/web/store';

export type { AppClient, ConnectedApp };

/** IM-01: apps, and the clients by which they are connected. */
export const connectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    apps: build.query<ConnectedApp[], void>({ query: () => 'connections/apps', providesTags: ['Apps'] }),
    connectApp: build.mutation<Answer<'Connections.connect'>, { slug: string } & Asked<'Connections.connect'>>({
      query: ({ slug, ...body }) => ({ url: `connections/apps/${slug}/connect`, method: 'POST', body }),
    }),
    switchAppTools: build.mutation<void, { slug: string; switches: Asked<'AppTools.switch'> }>({
      query: ({ slug, switches: body }) => ({ url: `connections/apps/${slug}/tools`, method: 'PUT', body }),
      async onQueryStarted({ slug, switches }, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          connectionsApi.util.updateQueryData('apps', undefined, (apps) => {
            const app = apps.find(({ app_slug }) => app_slug === slug);
            if (app) Object.assign(app, switches);
          }),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
      // Another tab may have switched the other kind.
      invalidatesTags: ['Apps'],
    }),
    disconnectApp: build.mutation<Answer<'Connections.disconnect'>, string>({
      query: (slug) => ({ url: `connections/apps/${slug}`, method: 'DELETE' }),
      invalidatesTags: ['Apps', 'DriveFiles', 'NotionPages'],
    }),
    appClients: build.query<AppClient[], void>({ query: () => 'connections/clients', providesTags: ['AppClients'] }),
    setAppClient: build.mutation<void, { provider: string; client: Asked<'AppClients.set'> }>({
      query: ({ provider, client }) => ({ url: `connections/clients/${provider}`, method: 'PUT', body: client }),
      invalidatesTags: ['AppClients', 'Apps'],
    }),
    removeAppClient: build.mutation<void, string>({
      query: (provider) => ({ url: `connections/clients/${provider}`, method: 'DELETE' }),
      invalidatesTags: ['AppClients', 'Apps'],
    }),
  }),
});

export const {
  useAppsQuery,
  useConnectAppMutation,
  useSwitchAppToolsMutation,
  useDisconnectAppMutation,
  useAppClientsQuery,
  useSetAppClientMutation,
  useRemoveAppClientMutation,
} = connectionsApi;
