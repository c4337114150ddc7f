import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { type Ctx, CurrentCtx, Public } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { formIn, RespondsStream } from '@zo/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { channelErrors } from '../errors.js';
import { ApprovalsService, type Seen } from './approvals.service.js';
import { PAGE_HEADERS, pageOf } from './question-page.js';

const MINUTE_MS = 60_000;
/** Links that one address may open in a minute. */
export const MAX_A_MINUTE = 60;
const token = z.string().max(100);
const answer = z.object({
  decision: z.enum(['approve', 'deny']),
  page: z.string().max(100),
  reply: z.string().trim().max(10_000).optional(),
});

/**
 * Where a link of a question leads, for whoever has it. GET only shows, because scanners follow links; the answer needs
 * the token of the page besides that of the link.
 */
@Controller('approvals')
export class ApprovalLinksController {
  constructor(
    private readonly approvals: ApprovalsService,
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  @Public()
  @Get(':token')
  @RespondsStream('text/html')
  async show(
    @CurrentCtx() ctx: Ctx | undefined,
    @Param('token', { schema: token }) given: string,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ) {
    await this.limit(request);
    this.send(response, await this.approvals.look(ctx, given));
  }

  @Public()
  @Post(':token')
  @RespondsStream('text/html')
  async answer(
    @CurrentCtx() ctx: Ctx | undefined,
    @Param('token', { schema: token }) given: string,
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
  ) {
    await this.limit(request);
    const form = await formIn(request);
    const { data } = answer.safeParse(form && Object.fromEntries(form));
    if (!data) throw channelErrors.noAnswer();
    const { page: pageToken, ...words } = data;
    this.send(response, await this.approvals.answer(ctx, given, { ...words, pageToken }));
  }

  private send(response: ServerResponse, seen: Seen): void {
    response.writeHead(statusOf(seen), PAGE_HEADERS).end(pageOf(seen, { product: this.config.ZO_PRODUCT_NAME }));
  }

  private async limit({ headers }: IncomingMessage): Promise<void> {
    const address = String(headers['x-client-address'] ?? 'none');
    const { value } = await this.cache.increment(`approval-links:${address}`, MINUTE_MS, { aloneIfAway: true });
    if (value > MAX_A_MINUTE) throw channelErrors.tooMany({ minutes: 1 });
  }
}

const ANSWERED: ReadonlySet<string> = new Set(['approve', 'deny', 'reply']);

function statusOf(seen: Seen): number {
  if (seen.to === 'ask' || ANSWERED.has(seen.ending)) return 200;
  const others: Readonly<Record<string, number>> = { unknown: 404, foreign: 403, session: 401, stale: 403, later: 503 };
  return others[seen.ending] ?? (seen.ending === 'no-words' ? 400 : 410);
}
