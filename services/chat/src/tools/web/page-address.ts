/** The address of a page, as an argument of a tool. */
import { z } from 'zod';

/** Servers of the computer itself have no certificate. */
const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
const protocolOf = (written: string) => (LOOPBACK.test(written.replace(/(:\d+)?([/?#].*)?$/, '')) ? 'http:' : 'https:');

/** Whether a page is served by the computer of the user, for a browser in it. */
export const isOwnPage = (url: string): boolean => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

export const pageInput = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .transform((written) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `${protocolOf(written)}//${written}`))
    .refine((url) => /^https?:/i.test(url) && URL.canParse(url), 'is not an address of the web'),
  use_browser: z
    .boolean()
    .optional()
    .describe('Whether a browser opens the page, which runs its scripts; view_webpage always uses one'),
});
export type PageInput = z.infer<typeof pageInput>;
