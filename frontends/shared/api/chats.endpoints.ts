import { api } from '../store/api';
import type { Answer, Conversation } from './types';

/** Chat lists for screens outside the chat: the palette and the file header (CH-07). */
export const chatsApi = api.injectEndpoints({
  endpoints: (build) => ({
    chatsByFile: build.query<Conversation[], string>({
      query: (path) => `conversations/by-file?file_path=${encodeURIComponent(path)}`,
      transformResponse: ({ conversations }: Answer<'Conversations.byFile'>) => conversations,
      providesTags: ['Conversations'],
    }),
    recentChats: build.query<Conversation[], string | void>({
      query: (q) => `conversations${q ? `?q=${encodeURIComponent(q)}` : ''}`,
      transformResponse: ({ conversations }: Answer<'Conversations.list'>) => conversations,
      providesTags: ['Conversations'],
    }),
  }),
});

export const { useChatsByFileQuery, useRecentChatsQuery } = chatsApi;
