/** What the tools that open a page of the web share. */
import { type ReadPage, readPage } from '@zo/articles';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { ToolContext } from '../tool.js';
import { ToolError } from '../tool-errors.js';

export const pageInput = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .transform((written) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`))
    .refine((url) => URL.canParse(url), 'is not an address of the web'),
  use_browser: z.boolean().optional().describe('This computer has no browser; leave it out'),
});
export type PageInput = z.infer<typeof pageInput>;

/**
 * Whether a page may be at a private address: its user named it, and it has the name of one. A public page that its user
 * named must not lead there by a redirect.
 */
export function isPrivate(url: string, { mayBePrivate }: ToolContext): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return (isIP(host) !== 0 || /(^|\.)(localhost|local|internal|lan|home\.arpa)$/.test(host)) && mayBePrivate(url);
}

export function openPage({ url, use_browser }: PageInput, context: ToolContext): Promise<ReadPage> {
  if (use_browser)
    throw new ToolError('This computer has no browser to open pages with. Leave use_browser out.', 'no_browser');
  return readPage(url, {
    allowPrivate: isPrivate(url, context),
    signal: context.signal,
    on: (work) => work(context.computer),
  });
}
