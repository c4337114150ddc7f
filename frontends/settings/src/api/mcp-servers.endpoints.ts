import type { Answer, Asked } from '@zo/web/api';
import { api } from '@zo/web/store';

export type McpServer = Answer<'McpServers.list'>['servers'][number];
export type McpTool = McpServer['tools'][number];

/** Endpoints for the MCP servers whose tools the assistant may use. */
export const mcpServersApi = api.injectEndpoints({
  endpoints: (build) => ({
    mcpServers: build.query<McpServer[], void>({
      query: () => 'mcp-servers',
      transformResponse: ({ servers }: Answer<'McpServers.list'>) => servers,
      providesTags: ['McpServers'],
      keepUnusedDataFor: 0,
    }),
    addMcpServer: build.mutation<McpServer, Asked<'McpServers.add'>>({
      query: (body) => ({ url: 'mcp-servers', method: 'POST', body }),
      invalidatesTags: ['McpServers'],
    }),
    testMcpServer: build.mutation<McpServer, string>({
      query: (id) => ({ url: `mcp-servers/${id}/test`, method: 'POST' }),
      invalidatesTags: ['McpServers', 'Tools'],
    }),
    chooseMcpTools: build.mutation<McpServer, { id: string } & Asked<'McpServers.choose'>>({
      query: ({ id, ...body }) => ({ url: `mcp-servers/${id}/tools`, method: 'PUT', body }),
      invalidatesTags: ['McpServers', 'Tools'],
    }),
    removeMcpServer: build.mutation<void, string>({
      query: (id) => ({ url: `mcp-servers/${id}`, method: 'DELETE' }),
      invalidatesTags: ['McpServers', 'Tools'],
    }),
  }),
});

export const {
  useMcpServersQuery,
  useAddMcpServerMutation,
  useTestMcpServerMutation,
  useChooseMcpToolsMutation,
  useRemoveMcpServerMutation,
} = mcpServersApi;
