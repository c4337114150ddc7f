/** Many items in one request: done one after the other, each with its own outcome. */
import { isServiceError, type ServiceError } from '@zo/errors';
import type { Location } from '@zo/proto/location';
import { fileFault } from '../errors.js';
import { readable } from '../paths.js';
import type { ItemResult } from './tree.dto.js';

/** Faults of the request's sort end up in the item's `error`; when every single one failed alike, that is the answer. */
export async function eachItem(
  items: readonly Location[],
  work: (item: Location) => Promise<Partial<ItemResult>>,
): Promise<{ results: ItemResult[] }> {
  const results: ItemResult[] = [];
  const faults: ServiceError[] = [];
  for (const item of items) {
    try {
      results.push({ ...item, ...(await work(item)) });
    } catch (error) {
      const fault = fileFault(error, readable(item));
      if (!isServiceError(fault) || fault.status >= 500) throw fault;
      faults.push(fault);
      results.push({ ...item, error: fault.detail, code: fault.code });
    }
  }
  if (items.length === 1 && faults[0]) throw faults[0];
  return { results };
}
