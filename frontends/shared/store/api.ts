import { buildCreateApi, coreModule, fetchBaseQuery, reactHooksModule, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query/react';
import { problemFromQuery, type Problem } from './problem';

const transport = fetchBaseQuery({ baseUrl: '/api', credentials: 'same-origin' });

const baseQuery: BaseQueryFn<string | FetchArgs, unknown, Problem> = async (args, context, options) => {
  const result = await transport(args, context, options);
  return result.error ? { error: problemFromQuery(result.error), meta: result.meta } : { data: result.data, meta: result.meta };
};

/**
 * The one RTK Query api. Features add their endpoints with `api.injectEndpoints`.
 * RT-05: answers younger than 2 s are reused, focus and reconnect revalidate.
 */
export const api = buildCreateApi(coreModule(), reactHooksModule())({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: 240,
  refetchOnFocus: false,
  refetchOnReconnect: true,
  tagTypes: ['Me', 'Sessions', 'Computer', 'Stats', 'Folder', 'File', 'Conversations', 'Conversation', 'Models', 'Providers', 'SignUp', 'Terminals', 'Uploads'],
  endpoints: () => ({}),
});
