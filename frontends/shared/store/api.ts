import {
  buildCreateApi,
  coreModule,
  fetchBaseQuery,
  reactHooksModule,
  type BaseQueryFn,
  type FetchArgs,
} from '@reduxjs/toolkit/query/react';
import { problemFromQuery, type Problem } from './problem';
import { takeEarly } from './early';
import { fetchLines, NDJSON } from './fetch-lines';
import { newTrace } from './trace';

/**
 * A keep-alive connection can be dead without notice. No read takes longer than this, and no listing is silent so long.
 */
const READ_TIMEOUT_MS = 60_000;

/**
 * The transport reads a clone of every response for its error messages; for a listing of 30 MB that is wasted memory.
 */
const fetchOnce: typeof fetch = async (input, init) => {
  const early = input instanceof Request ? takeEarly(input) : undefined;
  const isListing = input instanceof Request && input.headers.get('accept') === NDJSON;
  const response = await (isListing ? fetchLines(input, READ_TIMEOUT_MS, early) : (early ?? fetch(input, init)));
  if (response.headers.get('content-type')?.startsWith(NDJSON)) response.clone = () => new Response();
  return response;
};

const transport = fetchBaseQuery({
  baseUrl: '/api',
  fetchFn: fetchOnce,
  credentials: 'same-origin',
  prepareHeaders: (headers) => headers.set('traceparent', newTrace()),
});

const WAKE_RETRY_MS = [400, 800, 1500, 2500, 4000, 4000, 4000];

// Reads are safe to retry; changes are not.
const isReading = (args: string | FetchArgs): boolean =>
  typeof args === 'string' ||
  !args.method ||
  args.method === 'GET' ||
  args.url === 'read-fs' ||
  args.url === 'files/rows' ||
  args.url === 'files/size' ||
  args.url === 'files/versions/lines';

/** A computer that is still waking responds with 503: reads are retried for about 17 seconds. */
const baseQuery: BaseQueryFn<string | FetchArgs, unknown, Problem> = async (args, context, options) => {
  const asked = isReading(args)
    ? { timeout: READ_TIMEOUT_MS, ...(typeof args === 'string' ? { url: args } : args) }
    : args;
  for (let attempt = 0; ; attempt++) {
    const { error, data, meta } = await transport(asked, context, options);
    if (!error) return { data, meta };
    const problem = problemFromQuery(error);
    const wait = problem.status === 503 && isReading(args) ? WAKE_RETRY_MS[attempt] : undefined;
    if (wait === undefined || context.signal.aborted) return { error: problem, meta };
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
};

/** RT-05: how long responses are kept that nothing on the page shows, in seconds. */
export const CACHED_S = 240;

/**
 * The one RTK Query api. Features add their endpoints with `api.injectEndpoints`. Responses are shared and kept right
 * by live events; what is open is read again on focus (`useRevalidated`) and on reconnect.
 */
export const api = buildCreateApi(
  coreModule(),
  reactHooksModule(),
)({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: CACHED_S,
  refetchOnFocus: false,
  refetchOnReconnect: true,
  invalidationBehavior: 'immediately',
  tagTypes: [
    'Me',
    'Sessions',
    'Computer',
    'Stats',
    'Folder',
    'File',
    'Conversations',
    'Conversation',
    'Schedules',
    'Routines',
    'RoutineRuns',
    'Shares',
    'Models',
    'Providers',
    'WebSearch',
    'GrantedHosts',
    'TrustModes',
    'Memory',
    'MediaModels',
    'SignUp',
    'Allowances',
    'Plans',
    'ApiTokens',
    'Machines',
    'Channels',
    'Letters',
    'McpServers',
    'Tools',
    'Terminals',
    'Uploads',
    'Zofiles',
    'ActiveZofiles',
    'Apps',
    'AppClients',
    'DriveFiles',
    'NotionPages',
  ],
  endpoints: () => ({}),
});
