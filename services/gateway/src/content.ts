/** The content origin: redeems tickets of views. It knows no cookies, no API and no pages of the app. */
import type { IncomingMessage } from 'node:http';
import { CONTENT_TICKET_MS, contentLabel, type ContentTicket, contentTicketKey } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { errors } from '@zo/errors';
import { logger } from '@zo/observability';
import { gatewayErrors } from './origin.js';
import type { SessionUser } from './sessions.js';

const VIEW = /^\/v\/([\w-]{43})\/([^?#]*)/;
const LABEL = '([a-z0-9]{1,63})';

const endedKey = (sessionId: string) => `content-session-ended:${sessionId}`;
const log = logger('gateway:content');

export interface View {
  readonly visitor: SessionUser;
  /** Address of the file at the files service. */
  readonly url: string;
}

export class ContentHost {
  private readonly hosts: RegExp | undefined;
  /** Sessions that ended while a ticket of theirs could still be valid, and when that is over. */
  private readonly ended = new Map<string, number>();
  /** Tickets from before this time are refused: the end of their session may have been missed. */
  private missedAt = 0;

  constructor(private readonly platform: Platform) {
    const origins = platform.contentOrigins;
    if (!origins) return;
    const [, host] = origins.split('://*.');
    this.hosts = new RegExp(`^${LABEL}\\.${host!.replace(/[.]/g, '\\.')}$`);
  }

  /** Whether a request came to the content origin, where only views are served. */
  owns(request: IncomingMessage): boolean {
    return this.hosts?.test(request.headers.host?.toLowerCase() ?? '') ?? false;
  }

  endSession(sessionId: string): void {
    const now = Date.now();
    for (const [id, until] of this.ended) if (until < now) this.ended.delete(id);
    this.ended.set(sessionId, now + CONTENT_TICKET_MS);
    // A gateway that starts later has not heard of it, and finds the tickets still there.
    this.platform.cache
      .set(endedKey(sessionId), '1', { ttlMs: CONTENT_TICKET_MS })
      .catch((error: unknown) => log.error({ error: (error as Error).message }, 'an ended session was not kept'));
  }

  missSessions(): void {
    this.missedAt = Date.now();
  }

  private async hasEnded({ sessionId }: ContentTicket): Promise<boolean> {
    return this.ended.has(sessionId) || (await this.platform.cache.get(endedKey(sessionId))) !== undefined;
  }

  /** What a request may see. @throws notFound for anything but a valid ticket under its own host name */
  async open(request: IncomingMessage): Promise<View> {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw gatewayErrors.methodNotAllowed();
    const [, token, path] = VIEW.exec(request.url ?? '') ?? [];
    const [, label] = this.hosts!.exec(request.headers.host!.toLowerCase())!;
    if (!token || contentLabel(token) !== label) throw errors.notFound();
    const stored = await this.platform.cache.get(contentTicketKey(token));
    const ticket = stored === undefined ? undefined : (JSON.parse(stored) as ContentTicket);
    if (!ticket || ticket.issuedAt <= this.missedAt || (await this.hasEnded(ticket))) throw errors.notFound();
    const { userId, sessionId, owner, root, folder } = ticket;
    return {
      visitor: { userId, sessionId, owner, actor: 'human' },
      url: ['/api/content', root, ...folder.map(encodeURIComponent), path].join('/'),
    };
  }
}
