import type { Answer, Asked, Invitation } from '@zo/web/api';
import { api } from '@zo/web/store';

export type { Invitation } from '@zo/web/api';
export type SignUpMode = Asked<'SignUp.setMode'>['mode'];

/** Endpoints for sign-up, for the owner only. */
export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUpSettings: build.query<Answer<'SignUp.listInvitations'>, void>({
      query: () => 'admin/sign-up',
      providesTags: ['SignUp'],
    }),
    setSignUpMode: build.mutation<Answer<'SignUp.setMode'>, SignUpMode>({
      query: (mode) => ({ url: 'admin/sign-up', method: 'PUT', body: { mode } }),
      invalidatesTags: ['SignUp'],
    }),
    invite: build.mutation<Invitation, Asked<'SignUp.invite'>>({
      query: (body) => ({ url: 'admin/invitations', method: 'POST', body }),
      invalidatesTags: ['SignUp'],
    }),
    withdrawInvitation: build.mutation<void, string>({
      query: (id) => ({ url: `admin/invitations/${id}`, method: 'DELETE' }),
      invalidatesTags: ['SignUp'],
    }),
  }),
});

export const { useSignUpSettingsQuery, useSetSignUpModeMutation, useInviteMutation, useWithdrawInvitationMutation } =
  peopleApi;
