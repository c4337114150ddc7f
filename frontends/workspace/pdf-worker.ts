/** The worker of pdf.js, changed in one place before it is minified. */
import { rspack } from '@rsbuild/core';

/** In `Catalog.getPageDict`, before it visits the entries of a node of the page tree. */
const BEFORE_KIDS = 'for (let last = kids.length - 1; last >= 0; last--) {\n        const lastKid = kids[last];';

/**
 * If the page tree has one level, pdf.js reads the dictionaries of all pages before it shows one, and so the whole of a
 * file that has them beside the contents of the pages. With as many entries as pages, each entry is taken for a page
 * instead, and only the wanted one is read.
 */
const TAKE_PAGE = `const isFlat = currentNode === this.toplevelPagesDict && kids.length === count;
      if (isFlat && kids[pageIndex] instanceof Ref) {
        const ref = kids[pageIndex];
        const page = await xref.fetchAsync(ref);
        if (page instanceof Dict && !page.has("Kids")) {
          if (!pageIndexCache.has(ref))
            kids.forEach((kid, index) => kid instanceof Ref && pageIndexCache.put(kid, index));
          return [page, ref];
        }
      }
      `;

/** @throws Error - this version of pdf.js has other code there */
export function changeWorker(source: string): string {
  const parts = source.split(BEFORE_KIDS);
  if (parts.length !== 2) throw new Error('Catalog.getPageDict of pdf.js has changed: adapt pdf-worker.ts');
  return parts.join(TAKE_PAGE + BEFORE_KIDS);
}

/** Its licence stays in front. */
export async function minifyWorker(source: string): Promise<string> {
  const licence = source.slice(0, source.indexOf('*/') + 2);
  const { code } = await rspack.experiments.swc.minify(source, { module: true, compress: true, mangle: true });
  return `${licence}\n${code}`;
}
