// oxlint-disable-next-line import/default -- worker-loader.mjs creates the export
import XLSX_WORKER from './xlsx.worker.ts?url';

const MAX_MS = 30_000;
const TOO_LONG = 'Making the workbook took too long. Split the sheet, then export its parts.';
const NO_SHEET = 'This file is not a sheet. “Raw editor” shows what is in it.';

/** FT-15: the Excel workbook of a `.sheet.json` file, made in a worker. @throws Error with a sentence for the user */
export function workbookOf(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(XLSX_WORKER);
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(TOO_LONG)), MAX_MS);
    worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) => {
      clearTimeout(timer);
      if (data) resolve(data);
      else reject(new Error(NO_SHEET));
    };
    worker.onerror = () => {
      clearTimeout(timer);
      reject(new Error(TOO_LONG));
    };
    worker.postMessage(text);
  }).finally(() => worker.terminate());
}
