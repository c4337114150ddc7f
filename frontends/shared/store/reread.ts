import { isFulfilled, isPending, isRejected, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { api } from './api';

type Tags = Parameters<typeof api.util.invalidateTags>[0];
type State = Parameters<typeof api.util.selectInvalidatedBy>[0];

/** What a step of a request belongs to. Of a change, which is no query, there is no key. */
interface Asked {
  readonly endpointName: keyof typeof api.endpoints;
  readonly originalArgs: unknown;
  readonly queryCacheKey?: string;
}
const askedBy = ({ meta }: { meta: { arg: unknown } }): Asked => meta.arg as Asked;

/** Asks once more, for whoever looks at the answer. */
const again = ({ endpointName, originalArgs }: Asked): UnknownAction =>
  (api.endpoints as Record<string, { initiate: (args: unknown, options: object) => UnknownAction }>)[
    endpointName
  ]!.initiate(originalArgs, { forceRefetch: true, subscribe: false });

/**
 * What is invalidated is read at once, whatever else is being read (`invalidationBehavior: 'immediately'`): one answer that is long in
 * coming, or never comes, holds up nothing. The library passes over what is being read at that moment, which may have been read before
 * the change: it is read once more.
 */
export const rereading: Middleware = ({ dispatch, getState }) => {
  /** By request of a query: the tags that were invalidated since it began. */
  const missed = new Map<string, NonNullable<Tags>[number][]>();
  return (next) => (action) => {
    if (isPending(action) && askedBy(action).queryCacheKey) missed.set(action.meta.requestId, []);
    if (api.util.invalidateTags.match(action)) for (const tags of missed.values()) tags.push(...action.payload);
    const result = next(action);
    if (!isFulfilled(action) && !isRejected(action)) return result;
    const tags = missed.get(action.meta.requestId) ?? [];
    missed.delete(action.meta.requestId);
    const asked = askedBy(action);
    // Which tags it has is known by now, also of one that was read for the first time.
    const isStale =
      tags.length > 0 &&
      api.util
        .selectInvalidatedBy(getState() as State, tags)
        .some(({ queryCacheKey }) => queryCacheKey === asked.queryCacheKey);
    if (isStale) dispatch(again(asked));
    return result;
  };
};
