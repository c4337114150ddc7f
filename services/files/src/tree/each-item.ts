/** Processes the items of one request, each with its own result. */
import { isServiceError, type ServiceError } from '@zo/errors';
import { addressOf, type AnyLocation } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { displayPath, nameOf } from '../paths.js';
import type { ItemResult } from './tree.dto.js';

/** Each waits for the disk and the database most of the time. */
const AT_ONCE = 4;

/**
 * How many entries may leave their places at once: one after another if a place is named twice or lies in another, or
 * if they have the same name, because the first of them keeps it in the trash.
 */
export function atOnceFor(places: readonly AnyLocation[]): number {
  const all = new Set(places.map(addressOf));
  const isInAnother = ({ root, path }: AnyLocation) =>
    path.some((_name, length) => all.has(addressOf({ root, path: path.slice(0, length) } as AnyLocation)));
  const isApart = new Set(places.map(nameOf)).size === places.length && !places.some(isInAnother);
  return isApart ? AT_ONCE : 1;
}

/** Once one throws no other begins, and its error is thrown when those that have begun are done. */
async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
  atOnce: number,
): Promise<void> {
  const queue = items.entries();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const [index, item] of queue) {
      await work(item, index).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Client errors become the `error` of their item. The error of a single item is thrown instead. */
export async function eachItem<Item extends AnyLocation>(
  items: readonly Item[],
  work: (item: Item) => Promise<Partial<ItemResult>>,
  atOnce = 1,
): Promise<{ results: ItemResult[] }> {
  const results: ItemResult[] = [];
  const errors: ServiceError[] = [];
  const attempt = async (item: Item, index: number) => {
    try {
      results[index] = { ...item, ...(await work(item)) };
    } catch (error) {
      const failure = fileError(error, displayPath(item));
      if (!isServiceError(failure) || failure.status >= 500) throw failure;
      errors.push(failure);
      results[index] = { ...item, error: failure.detail, code: failure.code };
    }
  };
  await inParallel(items, attempt, atOnce);
  if (items.length === 1 && errors[0]) throw errors[0];
  return { results };
}
