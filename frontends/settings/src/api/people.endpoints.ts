import { api } from '@zo/web/store';

export type SignUpMode = 'closed' | 'invitation' | 'open';
export interface Invitation {
  id: string;
  code: string;
  email?: string | null;
  created_at: string;
  expires_at: string;
  used_by?: string | null;
}

/** Owner only: who may join. */
export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUpSettings: build.query<{ mode: SignUpMode; invitations: Invitation[] }, void>({ query: () => 'admin/sign-up', providesTags: ['SignUp'] }),
    setSignUpMode: build.mutation<unknown, SignUpMode>({ query: (mode) => ({ url: 'admin/sign-up', method: 'PUT', body: { mode } }), invalidatesTags: ['SignUp'] }),
    invite: build.mutation<{ id: string; code: string; url: string }, { email?: string }>({ query: (body) => ({ url: 'admin/invitations', method: 'POST', body }), invalidatesTags: ['SignUp'] }),
    withdrawInvitation: build.mutation<void, string>({ query: (id) => ({ url: `admin/invitations/${id}`, method: 'DELETE' }), invalidatesTags: ['SignUp'] }),
  }),
});

export const { useSignUpSettingsQuery, useSetSignUpModeMutation, useInviteMutation, useWithdrawInvitationMutation } = peopleApi;
