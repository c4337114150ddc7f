import type { ItemResult } from '@zo/web/api';
import { MESSAGES } from '../../messages';

/** TR-01: what to say of entries that were deleted permanently, and why the first of the others was not. */
export function deletedText(results: readonly Pick<ItemResult, 'error'>[]): {
  title: string;
  failure?: string | undefined;
} {
  const failures = results.flatMap(({ error }) => (error ? [error] : []));
  const done = results.length - failures.length;
  if (failures.length === 0) return { title: MESSAGES.deleted };
  return { title: done > 0 ? MESSAGES.deletedSome(done, results.length) : MESSAGES.deleteFailed, failure: failures[0] };
}
