/** Processes the items of one request one after another, each with its own result. */
import { isServiceError, type ServiceError } from '@zo/errors';
import type { Location } from '@zo/proto/location';
import { fileFault } from '../errors.js';
import { readable } from '../paths.js';
import type { ItemResult } from './tree.dto.js';

/** Client errors become the `error` of their item. The error of a single item is thrown instead. */
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
