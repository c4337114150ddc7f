import type { Answer } from '@zo/web/api';
import { api } from '@zo/web/store';

export type Share = Answer<'Shares.list'>['shares'][number];
export type SharedChat = Answer<'SharedChats.open'>;

/** Links by which others read a chat. */
const sharesApi = api.injectEndpoints({
  endpoints: (build) => ({
    shares: build.query<Share[], string>({
      query: (id) => `conversations/${id}/shares`,
      transformResponse: ({ shares }: Answer<'Shares.list'>) => shares,
      providesTags: ['Shares'],
    }),
    shareChat: build.mutation<Answer<'Shares.create'>, { id: string; days: number }>({
      query: ({ id, days }) => ({ url: `conversations/${id}/shares`, method: 'POST', body: { days } }),
      invalidatesTags: ['Shares'],
    }),
    revokeShare: build.mutation<void, { id: string; share: string }>({
      query: ({ id, share }) => ({ url: `conversations/${id}/shares/${share}`, method: 'DELETE' }),
      invalidatesTags: ['Shares'],
    }),
    sharedChat: build.query<SharedChat, string>({ query: (token) => `shared-chats/${encodeURIComponent(token)}` }),
  }),
});

export const { useSharesQuery, useShareChatMutation, useRevokeShareMutation, useSharedChatQuery } = sharesApi;
