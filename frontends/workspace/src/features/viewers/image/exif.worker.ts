/** Reads what a camera wrote into one image. The page ends this worker when it takes too long. */
import { parse } from 'exifr/dist/lite.esm.mjs';

const worker = globalThis as unknown as {
  onmessage: (event: MessageEvent<Uint8Array>) => void;
  postMessage: (message: unknown) => void;
};

const OPTIONS = { tiff: true, exif: true, gps: true, ifd1: false, reviveValues: false, translateValues: false };

worker.onmessage = ({ data }) => {
  parse(data, OPTIONS).then(
    (tags) => worker.postMessage({ tags: tags ?? {} }),
    () => worker.postMessage({ tags: {} }),
  );
};
