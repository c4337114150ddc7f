/** Processes the items of one request one after another, each with its own result. */
import { isServiceError, type ServiceError } from '@zo/errors';
import type { AnyLocation } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { displayPath } from '../paths.js';
import type { ItemResult } from './tree.dto.js';

/** Client errors become the `error` of their item. The error of a single item is thrown instead. */
export async function eachItem<Item extends AnyLocation>(
  items: readonly Item[],
  work: (item: Item) => Promise<Partial<ItemResult>>,
): Promise<{ results: ItemResult[] }> {
  const results: ItemResult[] = [];
  const errors: ServiceError[] = [];
  for (const item of items) {
    try {
      results.push({ ...item, ...(await work(item)) });
    } catch (error) {
      const failure = fileError(error, displayPath(item));
      if (!isServiceError(failure) || failure.status >= 500) throw failure;
      errors.push(failure);
      results.push({ ...item, error: failure.detail, code: failure.code });
    }
  }
  if (items.length === 1 && errors[0]) throw errors[0];
  return { results };
}
