/** UP-03: concurrent requests. */
export const CONCURRENCY = 5;
export const CONCURRENCY_CAP = 6;

/** UP-01: smallest first; equal sizes in the order they were chosen. */
export function nextItem<Item extends { size: number; order: number }>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) =>
      !best || item.size < best.size || (item.size === best.size && item.order < best.order) ? item : best,
    undefined,
  );
}

/** UP-06: indexes of the chunks that the server does not have yet. */
export function missingChunks(totalBytes: number, chunkSizeBytes: number, received: readonly number[]): number[] {
  const have = new Set(received);
  const count = Math.max(1, Math.ceil(totalBytes / chunkSizeBytes));
  return Array.from({ length: count }, (_none, index) => index).filter((index) => !have.has(index));
}

/** Size of a chunk in bytes; the last one is shorter. */
export const chunkBytes = (index: number, totalBytes: number, chunkSizeBytes: number): number =>
  Math.max(0, Math.min(chunkSizeBytes, totalBytes - index * chunkSizeBytes));

/** UP-01: percent of all bytes as a whole number; 100 only when everything is uploaded. */
export function overallPercent(items: readonly { size: number; sent: number }[]): number {
  const total = items.reduce((sum, { size }) => sum + Math.max(1, size), 0);
  const sent = items.reduce(
    (sum, { size, sent: done }) => sum + (size === 0 ? (done > 0 ? 1 : 0) : Math.min(done, size)),
    0,
  );
  if (total === 0) return 0;
  return sent >= total ? 100 : Math.min(99, Math.floor((sent / total) * 100));
}

/** Rate over the last seconds. Samples are [ms, total bytes sent], oldest first. */
export function bytesPerSecond(samples: readonly (readonly [number, number])[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last[0] - first[0] < 250) return 0;
  return ((last[1] - first[1]) / (last[0] - first[0])) * 1000;
}

/** UP-05: names of the files above the size limit. */
export const overCap = (files: readonly { name: string; size: number }[], limitMb: number): string[] =>
  files.filter(({ size }) => size > limitMb * 1024 * 1024).map(({ name }) => name);

/** True when a file chosen again belongs to the upload: same name, size and modification time. */
export const sameFile = (
  file: { name: string; size: number; lastModified: number },
  record: { fileName: string; size: number; lastModified: number },
): boolean => file.name === record.fileName && file.size === record.size && file.lastModified === record.lastModified;
