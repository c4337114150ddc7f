import { pdfjs, type DocumentProps } from 'react-pdf';

/** Folder with the worker, character maps, fonts and decoders of this version (frontends/workspace/rsbuild.config.ts). */
declare const PDF_ASSETS: string;

const asset = (path: string) => new URL(`${PDF_ASSETS}${path}`, window.location.origin).href;

// A copied file, not a bundled one: Module Federation puts its runtime into bundled workers, where it cannot start.
pdfjs.GlobalWorkerOptions.workerSrc = asset('pdf.worker.min.mjs');

export const PDF_OPTIONS: NonNullable<DocumentProps['options']> = {
  cMapUrl: asset('cmaps/'),
  standardFontDataUrl: asset('standard_fonts/'),
  wasmUrl: asset('wasm/'),
  iccUrl: asset('iccs/'),
  // Only the bytes of the pages on screen are read.
  disableAutoFetch: true,
  disableStream: true,
  enableXfa: false,
  // The same look on every machine: a document without its fonts is drawn with those that come along.
  useSystemFonts: false,
};
