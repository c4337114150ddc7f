/** The article of a web page: fetched here, found by a process of the computer without access to files. */
import type { Computer } from '@zo/computer-client';
import type { ReadPageResponse } from '@zo/proto/agent/v1';
import { articleErrors } from './errors.js';
import { fetchPage } from './fetch-page.js';

export const MAX_ARTICLE = 8 * 1024 * 1024;

export interface ReadPage {
  readonly url: string;
  readonly article: ReadPageResponse;
}

interface Reading {
  readonly allowPrivate: boolean;
  readonly signal?: AbortSignal;
  readonly on: (work: (computer: Computer) => Promise<ReadPageResponse>) => Promise<ReadPageResponse>;
}

/** @throws outbound.bad_address, outbound.forbidden, outbound.too_large, articles.* */
export async function readPage(url: string, { allowPrivate, signal, on }: Reading): Promise<ReadPage> {
  const page = await fetchPage(url, { allowPrivate, signal });
  return readBytes({ ...page, url }, { signal, on });
}

/** Like `readPage`, for a document that a browser has made. @throws articles.no_article */
export const readDocument = (
  { url, html }: { url: string; html: Uint8Array },
  reading: Omit<Reading, 'allowPrivate'>,
): Promise<ReadPage> => readBytes({ url, html, contentType: 'text/html; charset=utf-8' }, reading);

async function readBytes(
  page: { url: string; html: Uint8Array; contentType: string },
  { signal, on }: Omit<Reading, 'allowPrivate'>,
): Promise<ReadPage> {
  const { url } = page;
  const article = await on((computer) => computer.articles.readPage(page, { signal }));
  if (article.markdown === '') throw articleErrors.noArticle();
  return { url, article };
}

/** The text of an article, with the addresses of its images on the web. @throws articles.no_article */
export function textOf({ article: { markdown, images } }: ReadPage): string {
  const addresses = new Map(images.map(({ url, placeholder }) => [placeholder, webAddress(url)]));
  return fillIn(markdown, (placeholder) => addresses.get(placeholder) ?? '');
}

export const webAddress = (url: string) =>
  /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29') : '';

const PLACEHOLDER = /image-[0-9a-f]{16}-\d{1,2}(?!\d)/g;

/** @throws articles.no_article when a computer names images so often that the text grows beyond all measure */
export function fillIn(markdown: string, addressOfImage: (placeholder: string) => string): string {
  let length = markdown.length;
  return markdown.replace(PLACEHOLDER, (placeholder) => {
    const address = addressOfImage(placeholder);
    length += address.length;
    if (length > MAX_ARTICLE / 3) throw articleErrors.noArticle();
    return address;
  });
}
