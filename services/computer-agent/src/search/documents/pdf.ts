import { MAX_TEXT_CHARACTERS } from './kinds.js';

const MAX_PAGES = 3_000;

/** Text of a PDF, one line for each page. @throws Error when it is damaged or needs a password */
export async function pdfText(data: Uint8Array): Promise<string> {
  // pdf.js makes a matrix when it is loaded, which only drawing needs.
  Object.assign(globalThis, { DOMMatrix: class {}, Path2D: class {} });
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs' as string) });
  const pdf = await pdfjs.getDocument({
    data,
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
  }).promise;
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && length < MAX_TEXT_CHARACTERS; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    page.cleanup();
    pages.push(text);
    length += text.length + 1;
  }
  return pages.join('\n').slice(0, MAX_TEXT_CHARACTERS);
}
