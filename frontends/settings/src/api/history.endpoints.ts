import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type HistorySettings = Answer<'Versions.settings'>;
export type HistoryChange = Asked<'Versions.changeSettings'>;

/** What the computer keeps of earlier versions. */
export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    historySettings: build.query<HistorySettings, void>({
      query: () => 'files/versions/settings',
      keepUnusedDataFor: 0,
    }),
    changeHistorySettings: build.mutation<HistorySettings, HistoryChange>({
      query: (body) => ({ url: 'files/versions/settings', method: 'PUT', body }),
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) dispatch(historyApi.util.updateQueryData('historySettings', undefined, () => data));
      },
    }),
  }),
});

export const { useHistorySettingsQuery, useChangeHistorySettingsMutation } = historyApi;
