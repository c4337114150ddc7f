import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type DriveFile = Answer<'Drive.list'>['files'][number];
export type NotionPage = Answer<'Notion.list'>['pages'][number];

/** IM-02, IM-03: what can be imported, and the imports. */
export const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    driveFiles: build.query<Answer<'Drive.list'>, string | undefined>({
      query: (folder) => `connections/drive/files${folder ? `?folder_id=${encodeURIComponent(folder)}` : ''}`,
      providesTags: ['DriveFiles'],
    }),
    importFromDrive: build.mutation<Answer<'Drive.import'>, Asked<'Drive.import'>>({
      query: (body) => ({ url: 'connections/drive/import', method: 'POST', body }),
    }),
    importChats: build.mutation<Answer<'ChatImports.import'>, Asked<'ChatImports.import'>>({
      query: (body) => ({ url: 'conversations/imports', method: 'POST', body }),
      invalidatesTags: ['Conversations'],
    }),
    notionPages: build.query<Answer<'Notion.list'>, void>({
      query: () => 'connections/notion/pages',
      providesTags: ['NotionPages'],
    }),
    importFromNotion: build.mutation<Answer<'Notion.import'>, Asked<'Notion.import'>>({
      query: (body) => ({ url: 'connections/notion/import', method: 'POST', body }),
    }),
  }),
});

export const { useDriveFilesQuery, useNotionPagesQuery } = importsApi;
