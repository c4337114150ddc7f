import {
  isFulfilled,
  isPending,
  isRejected,
  isRejectedWithValue,
  type Middleware,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { api } from './api';

type Tags = Parameters<typeof api.util.invalidateTags>[0];
type State = Parameters<typeof api.util.selectInvalidatedBy>[0];

/** The arguments of the request that an action belongs to. Mutations have no cache key. */
interface Asked {
  readonly endpointName: keyof typeof api.endpoints;
  readonly originalArgs: unknown;
  readonly queryCacheKey?: string;
}
const askedBy = ({ meta }: { meta: { arg: unknown } }): Asked => meta.arg as Asked;

type Describe = (...given: [result: unknown, error: unknown, args: unknown, meta: unknown]) => Tags;
interface Definition {
  readonly invalidatesTags?: Tags | Describe;
}

interface Ended {
  readonly meta: { readonly arg: unknown; readonly baseQueryMeta?: unknown };
}

/** The declaration of an endpoint, which RTK Query gives to nobody else. */
function definitionOf(endpoint: string): Definition {
  let found: Definition | undefined;
  api.enhanceEndpoints({ endpoints: { [endpoint]: (definition: Definition) => void (found = definition) } as object });
  return found ?? {};
}

/** What an action makes stale: RTK Query handles a mutation that ends without an action of its own. */
function invalidatedBy(action: unknown): NonNullable<Tags> {
  if (api.util.invalidateTags.match(action)) return action.payload;
  if (isFulfilled(action)) return tagsOf(action, action.payload, undefined);
  return isRejectedWithValue(action) ? tagsOf(action, undefined, action.payload) : [];
}

function tagsOf({ meta }: Ended, result: unknown, error: unknown): NonNullable<Tags> {
  const { endpointName, originalArgs } = askedBy({ meta });
  const { invalidatesTags: tags } = definitionOf(endpointName);
  return (typeof tags === 'function' ? tags(result, error, originalArgs, meta.baseQueryMeta) : tags) ?? [];
}

/** Fetches a query once more, for its current subscribers. */
const again = ({ endpointName, originalArgs }: Asked): UnknownAction =>
  (api.endpoints as Record<string, { initiate: (args: unknown, options: object) => UnknownAction }>)[
    endpointName
  ]!.initiate(originalArgs, { forceRefetch: true, subscribe: false });

/**
 * Invalidated queries are fetched at once (`invalidationBehavior: 'immediately'`), so a slow or lost response delays no
 * other. RTK Query skips queries that are in flight at that moment, although their response may be older than the
 * change: this middleware fetches them once more.
 */
export const rereading: Middleware = ({ dispatch, getState }) => {
  /** Request id of a query in flight → tags that were invalidated since it started. */
  const missed = new Map<string, NonNullable<Tags>[number][]>();
  return (next) => (action) => {
    if (isPending(action) && askedBy(action).queryCacheKey) missed.set(action.meta.requestId, []);
    // Queries that the change itself starts in `next` are newer than it.
    const stale = missed.size > 0 ? invalidatedBy(action) : [];
    for (const tags of missed.values()) tags.push(...stale);
    const result = next(action);
    if (!isFulfilled(action) && !isRejected(action)) return result;
    const tags = missed.get(action.meta.requestId) ?? [];
    missed.delete(action.meta.requestId);
    const asked = askedBy(action);
    // Its tags are known only now, when the query was fetched for the first time.
    const isStale =
      tags.length > 0 &&
      api.util
        .selectInvalidatedBy(getState() as State, tags)
        .some(({ queryCacheKey }) => queryCacheKey === asked.queryCacheKey);
    if (isStale) dispatch(again(asked));
    return result;
  };
};
