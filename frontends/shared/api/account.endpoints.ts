import { api } from '../store/api';
import type { ThemeChoice } from '../theme';
import type { Me, Session, Settings, Setup } from './types';

export interface SignUpBody {
  email: string;
  password: string;
  handle?: string;
  full_name?: string;
  src?: string;
  referrer?: string;
  invitation?: string;
}

/** Account calls of the contract; every answer that carries `me` replaces the cached one. */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => {
    const entering = <Body extends object>(url: string) =>
      build.mutation<Me, Body>({
        query: (body) => ({ url, method: 'POST', body }),
        onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
          const { data } = await queryFulfilled.catch(() => ({ data: null }));
          if (data) await dispatch(accountApi.util.upsertQueryData('me', undefined, data));
        },
      });
    return {
      setup: build.query<Setup, void>({ query: () => 'auth/setup' }),
      me: build.query<Me | null, void>({
        // 401 is an answer here, not a failure: nobody is signed in.
        queryFn: async (_none, _api, _extra, fetch) => {
          const { data, error } = await fetch('auth/me');
          if (error) return error.status === 401 ? { data: null } : { error };
          return { data: data as Me };
        },
        providesTags: ['Me'],
      }),
      signIn: entering<{ email: string; password: string }>('auth/sign-in'),
      signUp: entering<SignUpBody>('auth/sign-up'),
      claim: entering<{ token: string; email: string; password: string; handle?: string; full_name?: string }>('auth/claim'),
      checkHandle: build.query<{ handle: string; available: boolean }, string>({ query: (text) => `handles/${encodeURIComponent(text || ' ')}` }),
      updateMe: build.mutation<Me, { full_name?: string; picture?: string }>({ query: (body) => ({ url: 'auth/me', method: 'PATCH', body }), invalidatesTags: ['Me'] }),
      changePassword: build.mutation<void, { current: string; next: string }>({
        query: (body) => ({ url: 'auth/password', method: 'POST', body }),
        invalidatesTags: ['Sessions'],
      }),
      sessions: build.query<{ sessions: Session[] }, void>({ query: () => 'auth/sessions', providesTags: ['Sessions'] }),
      endSession: build.mutation<void, string>({ query: (id) => ({ url: `auth/sessions/${id}`, method: 'DELETE' }), invalidatesTags: ['Sessions'] }),
      updateSettings: build.mutation<Settings, Partial<Pick<Settings, 'show_dotfiles' | 'note_view' | 'model'>>>({
        query: (body) => ({ url: 'settings', method: 'PATCH', body }),
        onQueryStarted: async (body, { dispatch, queryFulfilled }) => {
          const patch = dispatch(accountApi.util.updateQueryData('me', undefined, (me) => me && { ...me, settings: { ...me.settings, ...body } }));
          await queryFulfilled.catch(patch.undo);
        },
      }),
      saveTheme: build.mutation<{ success: true; theme: ThemeChoice }, ThemeChoice>({
        query: (body) => ({ url: 'settings/theme', method: 'POST', body }),
        onQueryStarted: async (theme, { dispatch, queryFulfilled }) => {
          const patch = dispatch(accountApi.util.updateQueryData('me', undefined, (me) => me && { ...me, settings: { ...me.settings, theme } }));
          await queryFulfilled.catch(patch.undo);
        },
      }),
      onboarding: build.mutation<void, { field: string; op: 'set' | 'incr'; value?: boolean; by?: number }>({ query: (body) => ({ url: 'onboarding/', method: 'POST', body }) }),
    };
  },
});

export const {
  useSetupQuery, useMeQuery, useSignInMutation, useSignUpMutation, useClaimMutation, useCheckHandleQuery, useUpdateMeMutation, useChangePasswordMutation,
  useSessionsQuery, useEndSessionMutation, useUpdateSettingsMutation, useSaveThemeMutation, useOnboardingMutation,
} = accountApi;
