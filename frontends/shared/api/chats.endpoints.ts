import { api } from '../store/api';
import type { Answer, Conversation } from './types';

/**
 * Chat lists for several screens: the palette, the search, the file header (CH-07) and the sidebar of chats (CH-13).
 */
export const chatsApi = api.injectEndpoints({
  endpoints: (build) => ({
    chatsByFile: build.query<Conversation[], string>({
      query: (path) => `conversations/by-file?file_path=${encodeURIComponent(path)}`,
      transformResponse: ({ conversations }: Answer<'Conversations.byFile'>) => conversations,
      providesTags: ['Conversations'],
    }),
    /** Which answer wrote a file last. */
    fileProvenance: build.query<Answer<'Conversations.provenance'>['made'], string>({
      query: (path) => `conversations/provenance?file_path=${encodeURIComponent(path)}`,
      transformResponse: ({ made }: Answer<'Conversations.provenance'>) => made,
      providesTags: ['Conversations'],
    }),
    recentChats: build.query<Conversation[], string | void>({
      query: (q) => `conversations${q ? `?q=${encodeURIComponent(q)}` : ''}`,
      transformResponse: ({ conversations }: Answer<'Conversations.list'>) => conversations,
      providesTags: ['Conversations'],
    }),
    searchConversations: build.query<Answer<'Conversations.search'>, string>({
      query: (q) => `conversations/search?q=${encodeURIComponent(q)}`,
      providesTags: ['Conversations'],
    }),
  }),
});

export const { useChatsByFileQuery, useFileProvenanceQuery, useRecentChatsQuery, useSearchConversationsQuery } =
  chatsApi;
