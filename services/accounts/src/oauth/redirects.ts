/** Where codes may be sent: https, this device by http on any port, or an app by a scheme of its own (RFC 8252). */

const MAX_LENGTH = 512;
/** No spaces, controls or backslashes, which two parsers could read differently, and no fragment. */
const PLAIN = /^[\x21\x22\x24-\x5b\x5d-\x7e]+$/;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that browsers and systems handle themselves: none of them is an app that waits for a code. */
const NOT_OF_APPS =
  /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|https?|wss?|ftps?|sftp|ssh|telnet|mailto|tel|sms|intent|android-app|jar|res|resource|chrome.*|edge|moz-.*|safari-.*|ms-.*|search-ms|smb|ldaps?|news|nntp|gopher|urn|cid|mid|magnet|steam|shell|itms.*|facetime.*|x-apple.*|x-man-page|help|vnc|rdp)$/;

export interface ReturnAddress {
  /** The host, or the scheme of an app, as shown to users. */
  readonly host: string;
  /** `device`: a program on the device of the browser; `app`: one that is opened by its scheme. */
  readonly kind: 'web' | 'device' | 'app';
}

/** Undefined for an address that no code is sent to. */
export function returnAddressOf(redirect: string, site: URL): ReturnAddress | undefined {
  if (redirect.length > MAX_LENGTH || !PLAIN.test(redirect) || !URL.canParse(redirect)) return undefined;
  const { protocol, origin, hostname, host, username, password } = new URL(redirect);
  // A page of ours must not be opened by somebody else's answer.
  if (username || password || origin === site.origin) return undefined;
  if (protocol === 'https:') return startsWith(redirect, 'https://') ? { host, kind: 'web' } : undefined;
  if (protocol === 'http:')
    return startsWith(redirect, 'http://') && LOOPBACK.has(hostname) ? { host: hostname, kind: 'device' } : undefined;
  const scheme = protocol.slice(0, -1);
  if (NOT_OF_APPS.test(scheme) || !startsWith(redirect, `${protocol}/`)) return undefined;
  return { host: scheme, kind: 'app' };
}

/** Whether an asked address is one of the registered: the same text, except for the port of this device. */
export function isRegistered(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true;
  if (!PLAIN.test(asked) || !URL.canParse(asked)) return false;
  const url = new URL(asked);
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname) || url.username || url.password) return false;
  return registered.some((text) => {
    const known = new URL(text);
    known.port = url.port;
    return known.protocol === 'http:' && known.href === url.href;
  });
}

/** The address with the members of an answer. */
export function answerAt(redirect: string, members: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, value);
  // Put behind what is there, so that nothing of the registered address is written differently.
  return `${redirect}${redirect.includes('?') ? '&' : '?'}${query.toString()}`;
}

const startsWith = (text: string, start: string) => text.slice(0, start.length).toLowerCase() === start;
