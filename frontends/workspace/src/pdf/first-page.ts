import { pdfjs } from 'react-pdf';
import { PDF_OPTIONS } from './assets';
import { RangeSource } from './range-source';

const TIME_MS = 10_000;
/** A picture with more pixels is left out. */
const MAX_PICTURE = 16_000_000;
/** Of the width: more is not seen of a page. */
const MAX_HEIGHT = 2;

/** Draws the first page of a PDF at an address. @throws if it cannot be read, has a password, or takes too long */
export async function drawFirstPage(url: string, width: number, signal: AbortSignal): Promise<Blob> {
  const stop = new AbortController();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS)]);
  limit.addEventListener('abort', () => stop.abort(limit.reason), { once: true });
  const range = await RangeSource.open(url, stop);
  const task = pdfjs.getDocument({ ...PDF_OPTIONS, range, maxImageSize: MAX_PICTURE });
  // Without a handler for it, a document with a password fails.
  limit.addEventListener('abort', () => void task.destroy(), { once: true });
  try {
    const page = await (await task.promise).getPage(1);
    const scale = width / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round(Math.min(viewport.height, width * MAX_HEIGHT));
    await page.render({ canvas, viewport }).promise;
    return await blobOf(canvas);
  } finally {
    await task.destroy();
    stop.abort();
  }
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the page could not be drawn'))), 'image/webp'),
  );
