import { pdfjs } from 'react-pdf';
import type { PDFWorker } from 'pdfjs-dist';
import '../../../pdf/assets';

/** It starts with this code, while the first document is still on its way. */
let first: PDFWorker | undefined = new pdfjs.PDFWorker();

/** A worker for one document; the caller must destroy it. */
export function takeWorker(): PDFWorker {
  const worker = first ?? new pdfjs.PDFWorker();
  first = undefined;
  return worker;
}
