/** Calls of the Notion API: by its own client, through the outbound client, at the rate that Notion allows. */
import { Inject, Injectable } from '@nestjs/common';
import { APIErrorCode, Client, isHTTPResponseError, isNotionClientError, LogLevel } from '@notionhq/client';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { z } from 'zod';
import { AccessTokens, Unauthorised } from '../connections/access.service.js';
import { connectionErrors } from '../errors.js';
import { AppFetch } from '../oauth/app-fetch.js';

const APP = { app: 'Notion' };
const VERSION = '2026-03-11';
const PER_SECOND = 3;
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 32 * 1024 * 1024;
const RETRY = { maxRetries: 3, initialRetryDelayMs: 300, maxRetryDelayMs: 20_000 };

@Injectable()
export class NotionApi {
  constructor(
    private readonly access: AccessTokens,
    private readonly app: AppFetch,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** Calls Notion and checks what it answers. @throws connections.* */
  async call<S extends z.ZodType>(
    ctx: Ctx,
    schema: S,
    { ask, signal }: { ask: (client: Client) => Promise<unknown>; signal?: AbortSignal },
  ): Promise<z.infer<S>> {
    const answer = await this.access.use(ctx, 'notion', (token) =>
      ask(this.clientOf(ctx, token, signal)).catch((error: unknown) => {
        throw errorOf(error);
      }),
    );
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw connectionErrors.badAnswer(APP, { cause: parsed.error });
    return parsed.data;
  }

  private clientOf({ userId }: Ctx, auth: string, signal?: AbortSignal): Client {
    return new Client({
      auth,
      notionVersion: VERSION,
      timeoutMs: TIMEOUT_MS,
      retry: RETRY,
      // Its lines name pages.
      logLevel: LogLevel.ERROR,
      logger: () => undefined,
      fetch: async (url, { method, headers, body } = {}) => {
        await this.turn(userId, signal);
        const init = { method, headers: headers as Record<string, string>, body: body as string, signal };
        const answer = await this.app.fetch(url, { ...init, maxBytes: MAX_BYTES });
        return answer as never;
      },
    });
  }

  /** Waits until the next request may be sent, however many processes ask for this user. */
  private async turn(userId: string, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const { value, resetsInMs } = await this.cache.increment(`notion:${userId}`, 1_000, { aloneIfAway: true });
      if (value <= PER_SECOND) return;
      await delay(Math.max(resetsInMs, 10), undefined, { signal });
    }
  }
}

function errorOf(cause: unknown): unknown {
  if (!isNotionClientError(cause)) return connectionErrors.away(APP, { cause });
  const { code } = cause;
  if (code === APIErrorCode.Unauthorized) return new Unauthorised();
  if (code === APIErrorCode.ObjectNotFound) return connectionErrors.absent(APP, { cause });
  if (code === APIErrorCode.RateLimited) return connectionErrors.busy(APP, { cause });
  if (code === APIErrorCode.RestrictedResource)
    return connectionErrors.notPermitted({ ...APP, reason: 'Zo was not given access to this page.' }, { cause });
  if (isHTTPResponseError(cause) && cause.status < 500) return connectionErrors.badAnswer(APP, { cause });
  return connectionErrors.away(APP, { cause });
}
