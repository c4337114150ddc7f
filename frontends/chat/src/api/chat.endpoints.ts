import type { Answer, Asked } from '@zo/web/api';
import { api, toProblem } from '@zo/web/store';
import { mergeConversation } from './merge';
import { sendAndFollow } from './run-stream';
import type { ConversationData, ListedConversation, SendBody, Sent } from './types';

const PAGE = 50;

/** An empty `folder` are the chats in none. */
export type ListedPart = { pinned?: 'true' | 'false'; folder?: string };

/** Endpoints of the chat. Live events invalidate their tags. */
export const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    conversation: build.query<ConversationData, string>({
      query: (id) => `conversations/${id}?limit=${PAGE}`,
      merge: mergeConversation,
      providesTags: (_data, _error, id) => [{ type: 'Conversation', id }],
    }),
    /** The chat that has a message; null while none has. */
    chatOfMessage: build.query<string | null, string>({
      query: (id) => `conversations/by-message?message_id=${id}`,
      transformResponse: ({ conversation_id: id }: Answer<'Conversations.byMessage'>) => id,
      providesTags: ['Conversations'],
    }),
    /** Loads the messages before the first loaded one and prepends them. */
    olderMessages: build.mutation<ConversationData, { id: string; before: string }>({
      query: ({ id, before }) => `conversations/${id}?limit=${PAGE}&before=${before}`,
      onQueryStarted: async ({ id, before }, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (!data) return;
        dispatch(
          chatApi.util.updateQueryData('conversation', id, (chat) => {
            if (chat.messages[0]?.id !== before) return;
            chat.messages.unshift(...data.messages);
            chat.has_more = data.has_more;
          }),
        );
      },
    }),
    /** A part of the list of chats: pinned ones, those of a folder, or the others. */
    conversations: build.infiniteQuery<Answer<'Conversations.list'>, ListedPart, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => {
        const query = new URLSearchParams({
          ...queryArg,
          ...(pageParam && { cursor: pageParam }),
        });
        return `conversations?${query.toString()}`;
      },
      providesTags: ['Conversations'],
    }),
    sendMessage: build.mutation<Sent, { id: string; body: SendBody }>({
      // Not through the query's own transport, which waits for the end of the response.
      queryFn: ({ id, body }) =>
        sendAndFollow(id, body).then(
          (data) => ({ data }),
          (error: unknown) => ({ error: toProblem(error) }),
        ),
    }),
    changeConversation: build.mutation<ListedConversation, { id: string } & Asked<'Conversations.update'>>({
      query: ({ id, ...body }) => ({ url: `conversations/${id}`, method: 'PATCH', body }),
      invalidatesTags: (_data, _error, { id }) => ['Conversations', { type: 'Conversation', id }],
    }),
    deleteConversation: build.mutation<void, string>({
      query: (id) => ({ url: `conversations/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Conversations'],
    }),
  }),
});

export const {
  useConversationQuery,
  useChatOfMessageQuery,
  useOlderMessagesMutation,
  useConversationsInfiniteQuery,
  useSendMessageMutation,
  useChangeConversationMutation,
  useDeleteConversationMutation,
} = chatApi;
