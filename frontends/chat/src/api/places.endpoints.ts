import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

/** Endpoints of the folders of chats, and of the search in one chat. */
const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    chatFolders: build.query<Answer<'Conversations.folders'>['folders'], void>({
      query: () => 'conversations/folders',
      transformResponse: ({ folders }: Answer<'Conversations.folders'>) => folders,
      providesTags: ['Conversations'],
    }),
    renameFolder: build.mutation<Answer<'Conversations.renameFolder'>, Asked<'Conversations.renameFolder'>>({
      query: (body) => ({ url: 'conversations/folders', method: 'PATCH', body }),
      invalidatesTags: ['Conversations'],
    }),
    /** Messages of the shown branch that contain the words, newest first. */
    foundInChat: build.query<Answer<'Conversations.find'>, { id: string; words: string }>({
      query: ({ id, words }) => `conversations/${id}/find?q=${encodeURIComponent(words)}`,
      // The chat may have grown since.
      keepUnusedDataFor: 0,
      providesTags: (_data, _error, { id }) => [{ type: 'Conversation', id }],
    }),
  }),
});

export const { useChatFoldersQuery, useRenameFolderMutation, useFoundInChatQuery } = placesApi;
