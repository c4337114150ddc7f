import type { Merge, MergeInput } from './merge';
// oxlint-disable-next-line import/default -- worker-loader.mjs creates the export
import MERGE_WORKER from './merge.worker.ts?url';

/** Merges three texts without blocking the page. Never rejects. */
export type Merger = (input: MergeInput) => Promise<Merge>;

/** A worker that takes longer is terminated, and the texts count as a conflict. */
const MERGE_TIMEOUT_MS = 5_000;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (merge: Merge) => void>();

/** ED-11: merges in a worker with a time limit; a failed merge counts as a conflict. */
export const mergeInWorker: Merger = (input) =>
  new Promise((resolve) => {
    const id = ++lastId;
    const timer = setTimeout(stopWorker, MERGE_TIMEOUT_MS);
    waiting.set(id, (merge) => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(merge);
    });
    try {
      worker ??= startWorker();
      worker.postMessage({ id, input });
    } catch {
      stopWorker();
    }
  });

function startWorker(): Worker {
  const started = new Worker(MERGE_WORKER);
  started.onmessage = ({ data }: MessageEvent<{ id: number; merge: Merge }>) => waiting.get(data.id)?.(data.merge);
  started.onerror = stopWorker;
  return started;
}

/** Terminates the worker; every pending merge becomes a conflict. */
function stopWorker(): void {
  worker?.terminate();
  worker = undefined;
  for (const answer of waiting.values()) answer({ clean: false });
}
