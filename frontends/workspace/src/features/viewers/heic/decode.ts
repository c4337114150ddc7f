// oxlint-disable-next-line import/default -- worker-loader.mjs creates the export
import HEIC_WORKER from './heic.worker.ts?url';
import { declaredPixels, MAX_PIXELS } from '../../../images/image-size';

const TIMEOUT_MS = 60_000;

/** The image of a HEIC file. @throws when it cannot be decoded within the limits */
export async function decodeHeic(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ImageBitmap> {
  const pixels = declaredPixels(bytes);
  if (pixels === 0 || pixels > MAX_PIXELS) throw new RangeError(`an image of ${pixels} pixels`);
  const worker = new Worker(HEIC_WORKER);
  const { promise, resolve, reject } = Promise.withResolvers<ImageBitmap>();
  const fail = () => reject(new Error('the image cannot be decoded'));
  const timer = setTimeout(fail, TIMEOUT_MS);
  signal.addEventListener('abort', fail, { once: true });
  worker.onerror = fail;
  worker.onmessage = ({ data }: MessageEvent<{ bitmap?: ImageBitmap }>) =>
    data.bitmap ? resolve(data.bitmap) : fail();
  worker.postMessage(new Blob([bytes]));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', fail);
    worker.terminate();
  }
}
