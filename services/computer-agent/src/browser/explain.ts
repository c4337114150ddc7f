/** Sentences about why a page could not be shown. */
import { isLoopback } from './addresses.js';
import type { Guard } from './guard.js';
import type { PageError } from './page.js';

const NOT_OF_THE_WEB = /UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|INVALID_URL|BLOCKED_BY_CLIENT/;

export function explain(
  { message, code }: PageError,
  url: string,
  { refused, unanswered }: Pick<Guard, 'refused' | 'unanswered'>,
): string {
  if (code === '') return message;
  const { host, hostname } = new URL(url);
  if (code.includes('ERR_ABORTED')) return 'This address is no page: it answers nothing, or a file to download.';
  if (NOT_OF_THE_WEB.test(code)) return 'The page leads to an address that is none of the web.';
  if (code.includes('ERR_TOO_MANY_REDIRECTS')) return `${host} leads from one address to the other without end.`;
  if (code.includes('HTTP_RESPONSE_CODE')) return `${host} answered with an error and no page.`;
  if (code.includes('ERR_CERT')) return `The certificate of ${host} is not valid.`;
  if (code.includes('TIMED_OUT')) return `${host} did not answer in time.`;
  const [last] = [...refused].slice(-1);
  if (last !== undefined)
    return isOwn(last)
      ? `The page leads to ${last} on the computer itself, which it may not see.`
      : `${last} may not be opened from here.`;
  if (unanswered.size > 0)
    return isOwn(hostname)
      ? `Nothing answers at ${host} in the computer. Start the server first.`
      : `${host} could not be reached.`;
  return `${host} could not be opened (${code.replace(/^net::/, '').slice(0, 60)}).`;
}

const isOwn = (host: string) => isLoopback(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
