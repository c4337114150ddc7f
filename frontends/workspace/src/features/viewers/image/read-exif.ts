// oxlint-disable-next-line import/default -- worker-loader.mjs creates the export
import EXIF_WORKER from './exif.worker.ts?url';
import type { ExifTags } from './exif-facts';

const TIMEOUT_MS = 5_000;

/** What a camera wrote into the beginning of an image; nothing where it cannot be read in time. */
export async function readExif(head: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ExifTags> {
  const worker = new Worker(EXIF_WORKER);
  const { promise, resolve } = Promise.withResolvers<ExifTags>();
  const none = () => resolve({});
  const timer = setTimeout(none, TIMEOUT_MS);
  signal.addEventListener('abort', none, { once: true });
  worker.onerror = none;
  worker.onmessage = ({ data }: MessageEvent<{ tags: ExifTags }>) => resolve(data.tags);
  worker.postMessage(head);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', none);
    worker.terminate();
  }
}
