import { pdfjs, type DocumentProps } from 'react-pdf';

/**
 * Address of the folder with the worker, character maps, fonts and decoders (frontends/workspace/rsbuild.config.ts).
 */
declare const PDF_ASSETS: string;

const asset = (path: string) => new URL(`${PDF_ASSETS}${path}`, window.location.origin).href;

// A copied file instead of a bundled one: Module Federation adds its runtime to bundled workers, where it cannot start.
pdfjs.GlobalWorkerOptions.workerSrc = asset('pdf.worker.min.mjs');

export const PDF_OPTIONS = {
  cMapUrl: asset('cmaps/'),
  standardFontDataUrl: asset('standard_fonts/'),
  wasmUrl: asset('wasm/'),
  iccUrl: asset('iccs/'),
  // Load only the bytes of the visible pages.
  disableAutoFetch: true,
  disableStream: true,
  enableXfa: false,
  // Documents without embedded fonts use the bundled fonts, so that they look the same on every machine.
  useSystemFonts: false,
} satisfies DocumentProps['options'];
