import type { BaseQueryFn, FetchArgs, TypedMutationOnQueryStarted } from '@reduxjs/toolkit/query';
import { api } from '../store/api';
import { accountApi } from './account.endpoints';
import type { Answer, Asked, Me, Settings } from './types';

type Lifecycle = Parameters<NonNullable<TypedMutationOnQueryStarted<unknown, unknown, BaseQueryFn>>>[1];
type Send = (request: FetchArgs) => unknown;

let lastWrite: Promise<unknown> = Promise.resolve();

/**
 * Sends one write after the other, because requests can overtake each other and the last choice must be the stored one.
 */
function inOrder(request: FetchArgs, send: Send): Promise<never> {
  lastWrite = lastWrite.then(() => send(request));
  return lastWrite as Promise<never>;
}

/** Shows a change at once. If the server refuses it, the stored settings are shown again. */
async function showAtOnce(
  change: Partial<Me['settings']>,
  { dispatch, queryFulfilled }: Pick<Lifecycle, 'dispatch' | 'queryFulfilled'>,
): Promise<void> {
  const patch = dispatch(
    accountApi.util.updateQueryData('me', undefined, (me) => me && { ...me, settings: { ...me.settings, ...change } }),
  );
  await queryFulfilled.catch(() => {
    patch.undo();
    // A later change may have been shown in the meantime.
    dispatch(accountApi.util.invalidateTags(['Me']));
  });
}

/** AP-01, AP-03, AU-06: settings of the user, shown at once and rolled back when the server refuses them. */
export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateSettings: build.mutation<Settings, Asked<'Users.changeSettings'>>({
      // oxlint-disable-next-line max-params -- RTK Query passes `fetch` as the fourth.
      queryFn: (body, _api, _extra, send) => inOrder({ url: 'settings', method: 'PATCH', body }, send),
      onQueryStarted: showAtOnce,
    }),
    saveTheme: build.mutation<Answer<'Users.saveTheme'>, Asked<'Users.saveTheme'>>({
      // Kept alive, so that the choice is stored although the page is left at once.
      // oxlint-disable-next-line max-params -- RTK Query passes `fetch` as the fourth.
      queryFn: (body, _api, _extra, send) =>
        inOrder({ url: 'settings/theme', method: 'POST', body, keepalive: true }, send),
      onQueryStarted: (theme, lifecycle) => showAtOnce({ theme: { custom: null, ...theme } }, lifecycle),
    }),
    onboarding: build.mutation<void, Asked<'Users.recordOnboarding'>>({
      query: (body) => ({ url: 'onboarding/', method: 'POST', body }),
    }),
  }),
});

export const { useUpdateSettingsMutation, useSaveThemeMutation, useOnboardingMutation } = settingsApi;
