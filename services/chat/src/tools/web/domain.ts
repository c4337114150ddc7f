/** The name of a web site, as an argument of a tool. */
import { z } from 'zod';

/** Models write host names and addresses. */
export const domain = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .transform((written, context) => {
    const address = written.includes('://') ? written : `https://${written}`;
    const host = URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
    if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) return host;
    context.addIssue({ code: 'custom', message: `${written} is not the name of a web site` });
    return z.NEVER;
  });
