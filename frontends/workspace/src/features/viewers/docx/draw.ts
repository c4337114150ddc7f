import { parseAsync, renderDocument } from 'docx-preview';
import { makeInert } from './make-inert';
import { checkZip } from './measure-zip';

const LIMITS = { entries: 5_000, bytes: 128 * 1024 * 1024, xmlBytes: 16 * 1024 * 1024 };
const OPTIONS = {
  // Parts with HTML of their own, and fonts, which the policy of the page does not load.
  renderAltChunks: false,
  ignoreFonts: true,
  // A document keeps no addresses of blobs that somebody would have to revoke.
  useBase64URL: true,
  ignoreLastRenderedPageBreak: false,
};

/** What screen readers say of a picture. */
const PICTURE = 'Picture';

/** The pages of a Word document, with nothing in them that runs or loads. @throws when it is no such document */
export async function drawDocument(bytes: Uint8Array<ArrayBuffer>): Promise<Element> {
  await checkZip(bytes, LIMITS);
  const body = document.createElement('div');
  body.append(...(await renderDocument(await parseAsync(bytes, OPTIONS), OPTIONS)));
  makeInert(body);
  // The drawing has not kept what the document says about its pictures.
  for (const image of body.querySelectorAll('img:not([alt])')) image.setAttribute('alt', PICTURE);
  return body;
}
