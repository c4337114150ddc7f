/** FV-01: pages of users' files on the content origin, which is another site than the app. */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import mime from 'mime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { appOrigins, CONTENT_TICKET_MS, contentLabel, type ContentTicket, contentTicketKey, type Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { CACHE, type Cache } from '@zo/cache';
import { Kind } from '@zo/proto/agent/v1';
import type { Location } from '@zo/proto/location';
import { fileErrors } from '../errors.js';
import { displayPath, nameOf } from '../paths.js';
import { RawService } from '../raw/raw.service.js';

const PER_MINUTE = 120;
/** Text without a declaration of its own is UTF-8, as everywhere in the workspace. */
const TEXT = /^(text\/|application\/(javascript|json|xml)|image\/svg)/;

@Injectable()
export class ContentService {
  readonly origins: string | undefined;
  private readonly policy: string;

  constructor(
    @Inject(CACHE) private readonly cache: Cache,
    private readonly raw: RawService,
    platform: Platform,
  ) {
    this.origins = platform.contentOrigins;
    this.policy = contentPolicy(appOrigins(platform.config.ZO_PUBLIC_URL));
  }

  /**
   * An address under which a frame shows one file, and whatever the file embeds from its folder.
   * @throws files.not_found, files.no_content_origin, files.too_many_views
   */
  async issue(ctx: Ctx, location: Location): Promise<{ url: string }> {
    if (!this.origins) throw fileErrors.noContentOrigin();
    const kind = await this.raw.kindAt(ctx, location);
    if (kind === undefined) throw fileErrors.notFound({ path: displayPath(location) });
    if (kind !== Kind.FILE) throw fileErrors.isAFolder({ path: displayPath(location) });
    const { value, resetsInMs } = await this.cache.increment(`content-tickets:${ctx.sessionId}`, 60_000);
    if (value > PER_MINUTE) throw fileErrors.tooManyViews({ seconds: Math.ceil(resetsInMs / 1000) });
    const token = randomBytes(32).toString('base64url');
    const ticket: ContentTicket = {
      userId: ctx.userId,
      sessionId: ctx.sessionId ?? '',
      owner: ctx.owner,
      issuedAt: Date.now(),
      root: location.root,
      folder: location.path.slice(0, -1),
    };
    await this.cache.set(contentTicketKey(token), JSON.stringify(ticket), { ttlMs: CONTENT_TICKET_MS });
    const origin = this.origins.replace('*', contentLabel(token));
    return { url: `${origin}/v/${token}/${encodeURIComponent(nameOf(location))}` };
  }

  /** Sends a file as what it is. Only the gateway calls this, for the content origin. */
  async send(
    ctx: Ctx,
    location: Location,
    exchange: { request: IncomingMessage; response: ServerResponse },
  ): Promise<void> {
    const type = mime.getType(nameOf(location)) ?? 'application/octet-stream';
    await this.raw.sendWith(ctx, location, {
      ...exchange,
      headers: {
        'content-type': TEXT.test(type) ? `${type}; charset=utf-8` : type,
        'content-security-policy': this.policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        'x-content-type-options': 'nosniff',
        // A document in a sandbox has no origin, so its own scripts and images come from another one.
        'cross-origin-resource-policy': 'cross-origin',
        'x-dns-prefetch-control': 'off',
      },
    });
  }
}

/** Scripts run without an origin, and reach nothing but files of the same folder as scripts, styles and images. */
const contentPolicy = (embedders: string) =>
  [
    'sandbox allow-scripts',
    `default-src 'none'`,
    `script-src 'self' 'unsafe-inline'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `media-src 'self' data:`,
    'font-src data:',
    `connect-src 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${embedders}`,
  ].join('; ');
