/** What the tools that open a page of the web share. */
import { type ReadPage, readDocument, readPage } from '@zo/articles';
import { isIP } from 'node:net';
import type { ToolContext } from '../tool.js';
import { ToolError } from '../tool-errors.js';
import { browse } from './browse.js';
import { isOwnPage, type PageInput } from './page-address.js';

/**
 * Whether a page may be at a private address: its user named it, and it has the name of one. A public page that its
 * user named must not lead there by a redirect.
 */
export function isPrivate(url: string, { mayBePrivate }: ToolContext): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return (isIP(host) !== 0 || /(^|\.)(localhost|local|internal|lan|home\.arpa)$/.test(host)) && mayBePrivate(url);
}

export async function openPage({ url, use_browser }: PageInput, context: ToolContext): Promise<ReadPage> {
  const { signal, computer } = context;
  if (!use_browser)
    return readPage(url, { allowPrivate: isPrivate(url, context), signal, on: (work) => work(computer) });
  if (isOwnPage(url)) throw new ToolError('view_webpage shows pages of the computer itself.', 'own_page');
  const page = await browse(url, { wantsHtml: true }, context);
  return readDocument(page, { signal, on: (work) => work(computer) });
}
