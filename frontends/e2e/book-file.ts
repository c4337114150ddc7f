/** Books of users. */
import { zipFile } from './zip-file.js';

export interface Chapter {
  title: string;
  /** XHTML of its body. */
  body: string;
  /** XHTML of its head. */
  head?: string;
}

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"';

/** An EPUB with these chapters, a style and other files in the folder of the chapters. */
export function bookFile(
  chapters: readonly Chapter[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  const items = chapters.map(
    (_chapter, n) => `<item id="c${n}" href="c%20${n}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const refs = chapters.map((_chapter, n) => `<itemref idref="c${n}"/>`);
  const lines = chapters.map(({ title }, n) => `<li><a href="c%20${n}.xhtml">${title}</a></li>`);
  return zipFile({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">' +
      '<rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': [
      `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>`,
      `<dc:title>A book</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>`,
      `${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`,
    ].join(''),
    'OEBPS/nav.xhtml': `<html ${XHTML}><body><nav epub:type="toc"><ol>${lines.join('')}</ol></nav></body></html>`,
    ...Object.fromEntries(
      chapters.map(({ head = '', body, title }, n) => [
        `OEBPS/c ${n}.xhtml`,
        `<html ${XHTML}><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`,
      ]),
    ),
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`OEBPS/${name}`, content])),
  });
}

/** A book whose chapter runs scripts and asks `elsewhere` for pictures, styles and pages. */
export function hostileBook(elsewhere: string, run: string): Buffer {
  const body = [
    `<script>${run}</script><script src="${elsewhere}/s.js"/><img src="x.png" onerror="${run}"/>`,
    `<img src="${elsewhere}/book.png"/><img src="/api/me"/><svg xmlns="http://www.w3.org/2000/svg" onload="${run}">`,
    `<image href="${elsewhere}/svg.png"/><script>${run}</script></svg><iframe src="${elsewhere}/frame"/>`,
    `<p style="background:url(${elsewhere}/style.png)" onclick="${run}">Words of the attack.</p>`,
    `<a href="javascript:${run}">js</a><a href="${elsewhere}/away">away</a><form ` +
      `action="${elsewhere}/f"><button/></form>`,
    `<object data="${elsewhere}/o"/><video src="${elsewhere}/v" poster="${elsewhere}/p"/><img src="drawing.svg"/>`,
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><maction actiontype="statusline" ' +
      `href="javascript:${run}"/></math>`,
  ].join('');
  const head = [
    `<meta http-equiv="refresh" content="0;url=${elsewhere}/meta"/><base href="${elsewhere}/"/>`,
    `<link rel="stylesheet" href="${elsewhere}/l.css"/><link rel="stylesheet" href="book.css"/>`,
    `<style>@import "${elsewhere}/i.css"; p { background: u\\72l(${elsewhere}/escape.png) }</style>`,
  ].join('');
  return bookFile([{ title: 'An attack', head, body }], {
    'book.css': `@font-face { src: url(${elsewhere}/font.woff) } p { background: url("${elsewhere}/css.png"); position: fixed }`,
    'drawing.svg':
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${run}</script>` +
      `<image href="${elsewhere}/d.png"/></svg>`,
  });
}
