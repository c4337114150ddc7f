import { isFulfilled, isPending, isRejected, type Middleware } from '@reduxjs/toolkit';
import { api } from './api';

type Tags = Parameters<typeof api.util.invalidateTags>[0];

/** The query a step of a request belongs to; undefined of a mutation. */
const keyOf = ({ meta }: { meta: { arg: unknown } }): string | undefined => (meta.arg as { queryCacheKey?: string }).queryCacheKey;

/**
 * What is invalidated is read at once, whatever else is being read (`invalidationBehavior: 'immediately'`): one answer that is long in
 * coming, or never comes, holds up nothing. The library passes over what is being read at that moment, which may have been read before
 * the change: it is read once more.
 */
export const rereading: Middleware = ({ dispatch, getState }) => {
  /** By request of a query: the tags that were invalidated since it began. */
  const missed = new Map<string, NonNullable<Tags>[number][]>();
  return (next) => (action) => {
    if (isPending(action) && keyOf(action)) missed.set(action.meta.requestId, []);
    if (api.util.invalidateTags.match(action)) for (const tags of missed.values()) tags.push(...action.payload);
    const result = next(action);
    if (!isFulfilled(action) && !isRejected(action)) return result;
    const tags = missed.get(action.meta.requestId) ?? [];
    missed.delete(action.meta.requestId);
    // Which tags it has is known by now, also of one that was read for the first time.
    const isStale = tags.length > 0 && api.util.selectInvalidatedBy(getState() as Parameters<typeof api.util.selectInvalidatedBy>[0], tags).some(({ queryCacheKey }) => queryCacheKey === keyOf(action));
    if (isStale) dispatch(api.util.invalidateTags(tags));
    return result;
  };
};
