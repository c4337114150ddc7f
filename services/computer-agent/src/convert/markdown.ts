/** FT-15: Word documents and web pages as markdown. */
import mammoth from 'mammoth';
import { decode } from '../articles/charset.js';
import { documentOf } from '../articles/dom.js';
import { toMarkdown } from '../articles/markdown.js';
import { checkUnpackedSize, UnpackedSizeError } from '../programs/unpacked-size.js';
import { ConversionProblem, type Converted } from './messages.js';

const MAX_UNPACKED = 128 * 1024 * 1024;
const MAX_TEXT = 8 * 1024 * 1024;

export async function markdownOfWord(buffer: Buffer): Promise<Converted> {
  let leftOut = 0;
  const convertImage = mammoth.images.imgElement(async () => {
    leftOut++;
    return { src: '' };
  });
  try {
    checkUnpackedSize(buffer, MAX_UNPACKED);
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage });
    return { text: withEnd(markdownOf(value)), leftOut };
  } catch (error) {
    if (error instanceof ConversionProblem) throw error;
    if (error instanceof UnpackedSizeError && error.problem === 'too large')
      throw new ConversionProblem('This document is too large.');
    throw new ConversionProblem('This file is no Word document, or it is damaged.');
  }
}

export function markdownOfPage(bytes: Buffer): Converted {
  return { text: withEnd(markdownOf(decode(bytes, ''))), leftOut: 0 };
}

function markdownOf(html: string): string {
  const document = documentOf(`<!doctype html><html><body>${html}</body></html>`);
  for (const image of document.querySelectorAll('img:not([src]), img[src=""], img[src^="data:"]')) image.remove();
  const text = toMarkdown(document.body);
  if (text.length > MAX_TEXT) throw new ConversionProblem('This document is too large.');
  return text;
}

const withEnd = (text: string): string => (text === '' ? '' : `${text}\n`);
