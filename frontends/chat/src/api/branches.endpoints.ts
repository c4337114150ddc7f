import { api } from '@zo/web/store';
import { chatApi } from './chat.endpoints';
import type { ListedConversation, QueueBody, QueuedMessage } from './types';

/** Endpoints of the queue of a chat, and of forks. */
const branchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Adds a message that is sent after the answer being written. */
    queueMessage: build.mutation<QueuedMessage, { id: string; body: QueueBody }>({
      query: ({ id, body }) => ({ url: `conversations/${id}/queue`, method: 'POST', body }),
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (!data) return;
        dispatch(
          chatApi.util.updateQueryData('conversation', id, ({ queued }) => {
            if (queued.every((each) => each.id !== data.id)) queued.push(data);
          }),
        );
      },
    }),
    sendQueued: build.mutation<void, { id: string; message: string }>({
      query: ({ id, message }) => ({ url: `conversations/${id}/queue/${message}/send`, method: 'POST', body: {} }),
      invalidatesTags: (_data, _error, { id }) => [{ type: 'Conversation', id }],
    }),
    removeQueued: build.mutation<void, { id: string; message: string }>({
      query: ({ id, message }) => ({ url: `conversations/${id}/queue/${message}`, method: 'DELETE' }),
      invalidatesTags: (_data, _error, { id }) => [{ type: 'Conversation', id }],
    }),
    /** Copies a chat up to an answer into a new one. */
    forkConversation: build.mutation<ListedConversation, { id: string; messageId: string }>({
      query: ({ id, messageId }) => ({
        url: `conversations/${id}/fork`,
        method: 'POST',
        body: { message_id: messageId },
      }),
      invalidatesTags: ['Conversations'],
    }),
  }),
});

export const { useQueueMessageMutation, useSendQueuedMutation, useRemoveQueuedMutation, useForkConversationMutation } =
  branchesApi;
