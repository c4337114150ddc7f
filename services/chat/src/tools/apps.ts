/** The port to the apps that users have connected, whose tokens the service `connections` keeps. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { logger } from '@zo/observability';
import { AppService } from '@zo/proto/connections/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { z } from 'zod';
import { ToolError } from './tool-errors.js';
import type { AppPort, ConnectedApp, UsedApp } from './app-port.js';

/** An answer waits for the list. */
const LIST_MS = 1_500;
/** Longer than the service waits for an app. */
const CALL_MS = 60_000;
const SAID: ReadonlySet<Code> = new Set([Code.InvalidArgument, Code.FailedPrecondition, Code.NotFound]);
const log = logger('chat:apps');

const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
const listed = z.array(
  z.object({
    slug: name,
    name: z.string().min(1).max(60),
    account: z.string().max(200),
    writing: z.boolean(),
    tools: z.array(
      z.object({
        name,
        about: z.string().max(500),
        effect: z.enum(['read', 'write', 'send', 'delete']),
        schema: z
          .string()
          .max(20_000)
          .transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
      }),
    ),
  }),
);

@Injectable()
export class Apps implements AppPort {
  private readonly apps: Client<typeof AppService>;

  constructor(private readonly platform: Platform) {
    this.apps = createClient(AppService, serviceTransport('connections', platform.config.ZO_CONNECTIONS_URL));
  }

  /** By their slugs. None while the service does not answer: the rest of an answer works without. */
  async list(ctx: Ctx): Promise<ConnectedApp[]> {
    try {
      const { apps } = await this.apps.listApps({}, { ...(await this.caller(ctx)), timeoutMs: LIST_MS });
      return listed.parse(apps).toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
    } catch (error) {
      log.warn({ error }, 'the apps of a user could not be listed');
      return [];
    }
  }

  /** @throws ToolError with what to do */
  async call(ctx: Ctx, { app, tool, args, key }: UsedApp & { key: string }, signal: AbortSignal): Promise<string> {
    try {
      const asked = { app, tool, arguments: JSON.stringify(args), key };
      const { text } = await this.apps.callTool(asked, { ...(await this.caller(ctx)), timeoutMs: CALL_MS, signal });
      return text;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ConnectError)) throw error;
      if (SAID.has(error.code)) throw new ToolError(error.rawMessage, 'app_failed');
      log.warn({ error, tool }, 'a tool of an app did not answer');
      throw new ToolError(
        'The apps cannot be reached right now, and this may have been done. Look before trying again.',
        'app_unreachable',
      );
    }
  }

  private caller(ctx: Ctx) {
    return asCaller(this.platform.issuer, 'connections', ctx);
  }
}
