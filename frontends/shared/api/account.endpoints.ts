import { api } from '../store/api';
import type { Answer, Asked, Me, Setup } from './types';

/** Account endpoints. Every response that carries `me` replaces the cached one. */
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
        // A 401 means that nobody is signed in; callers get `null` instead of an error.
        // oxlint-disable-next-line max-params -- RTK Query passes `fetch` as the fourth.
        queryFn: async (_none, _api, _extra, fetch) => {
          const { data, error } = await fetch('auth/me');
          if (error) return error.status === 401 ? { data: null } : { error };
          return { data: data as Me };
        },
        providesTags: ['Me'],
      }),
      signIn: entering<Asked<'SignUp.signIn'>>('auth/sign-in'),
      signUp: entering<Asked<'SignUp.signUp'>>('auth/sign-up'),
      claim: entering<Asked<'SignUp.claim'>>('auth/claim'),
      newPassword: entering<Asked<'NewPassword.set'>>('auth/new-password'),
      checkHandle: build.query<Answer<'Users.handle'>, string>({
        query: (text) => `handles/${encodeURIComponent(text || ' ')}`,
      }),
      updateMe: build.mutation<Me, Asked<'Users.changeProfile'>>({
        query: (body) => ({ url: 'auth/me', method: 'PATCH', body }),
        invalidatesTags: ['Me'],
      }),
      changePassword: build.mutation<void, Asked<'Users.changePassword'>>({
        query: (body) => ({ url: 'auth/password', method: 'POST', body }),
        invalidatesTags: ['Sessions'],
      }),
      sessions: build.query<Answer<'SignUp.listSessions'>, void>({
        query: () => 'auth/sessions',
        providesTags: ['Sessions'],
      }),
      endSession: build.mutation<void, string>({
        query: (id) => ({ url: `auth/sessions/${id}`, method: 'DELETE' }),
        invalidatesTags: ['Sessions'],
      }),
    };
  },
});

export const {
  useSetupQuery,
  useMeQuery,
  useSignInMutation,
  useSignUpMutation,
  useClaimMutation,
  useNewPasswordMutation,
  useCheckHandleQuery,
  useUpdateMeMutation,
  useChangePasswordMutation,
  useSessionsQuery,
  useEndSessionMutation,
} = accountApi;
