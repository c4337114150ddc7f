/** Decodes one HEIC image. The page ends this worker, and with it the decoder, when it takes too long. */
import { heicTo } from 'heic-to/csp';

const worker = globalThis as unknown as {
  onmessage: (event: MessageEvent<Blob>) => void;
  postMessage: (message: unknown, transfer?: Transferable[]) => void;
};

worker.onmessage = ({ data }) => {
  heicTo({ blob: data, type: 'bitmap' }).then(
    (bitmap) => worker.postMessage({ bitmap }, [bitmap]),
    () => worker.postMessage({}),
  );
};
