/**
 * The content origin shows pages of users' files, away from the app: every view has a host name of its own, no cookie,
 * and a ticket for one file and its folder. The files service issues tickets, the gateway redeems them.
 */
import { createHash } from 'node:crypto';

export interface ContentTicket {
  readonly userId: string;
  readonly sessionId: string;
  readonly owner: boolean;
  /** When it was issued, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** The folder that it opens, below which everything can be read. */
  readonly root: string;
  readonly folder: readonly string[];
}

export const CONTENT_TICKET_MS = 10 * 60_000;

const hash = (text: string) => createHash('sha256').update(text);

/** Cache key of a ticket. It holds the hash, so that listing the keys reveals no ticket. */
export const contentTicketKey = (token: string) => `content-ticket:${hash(token).digest('base64url')}`;

/** The first label of the host name of a ticket, which other tickets do not work under. */
export const contentLabel = (token: string) => hash(`host ${token}`).digest('hex').slice(0, 32);

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The content origins of an installation, for example `http://*.localhost:4600`. On the machine itself, browsers
 * resolve every name below `localhost`; elsewhere the administrator sets one, and without it nothing is shown there.
 */
export function contentOrigins(publicUrl: string, configured?: string): string | undefined {
  if (configured) return configured;
  const { hostname, host, protocol } = new URL(publicUrl);
  return LOOPBACK.has(hostname) ? `${protocol}//*.localhost${host.slice(hostname.length)}` : undefined;
}

/** The origins that the app is opened under, which may embed content. */
export function appOrigins(publicUrl: string): string {
  const { hostname, host, origin, protocol } = new URL(publicUrl);
  if (!LOOPBACK.has(hostname)) return origin;
  const port = host.slice(hostname.length);
  return `${protocol}//localhost${port} ${protocol}//127.0.0.1${port}`;
}
