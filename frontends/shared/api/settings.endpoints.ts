import { api } from '../store/api';
import { accountApi } from './account.endpoints';
import type { Answer, Asked, Settings } from './types';

/** AP-01, AP-03, AU-06: settings of the user, updated optimistically and rolled back when the server refuses them. */
export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateSettings: build.mutation<Settings, Asked<'Users.changeSettings'>>({
      query: (body) => ({ url: 'settings', method: 'PATCH', body }),
      onQueryStarted: async (body, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          accountApi.util.updateQueryData(
            'me',
            undefined,
            (me) => me && { ...me, settings: { ...me.settings, ...body } },
          ),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    saveTheme: build.mutation<Answer<'Users.saveTheme'>, Asked<'Users.saveTheme'>>({
      query: (body) => ({ url: 'settings/theme', method: 'POST', body }),
      onQueryStarted: async (theme, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          accountApi.util.updateQueryData(
            'me',
            undefined,
            (me) => me && { ...me, settings: { ...me.settings, theme: { custom: null, ...theme } } },
          ),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    onboarding: build.mutation<void, Asked<'Users.recordOnboarding'>>({
      query: (body) => ({ url: 'onboarding/', method: 'POST', body }),
    }),
  }),
});

export const { useUpdateSettingsMutation, useSaveThemeMutation, useOnboardingMutation } = settingsApi;
