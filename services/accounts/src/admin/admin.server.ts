/**
 * Serves `kubectl zo` through the Kubernetes API server on its own port, never through the gateway. The API server does
 * not forward the caller's authorization header, so the token comes in another header.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { errors } from '@zo/errors';
import { sendProblem } from '@zo/http';
import { logger } from '@zo/observability';
import { z } from 'zod';
import { loadAdminConfig } from '../config.js';
import { CreditsService } from '../credits/credits.service.js';
import { NewPasswordService } from '../new-password/new-password.service.js';
import { creditsQuery, grantRequest, parkedFilter, parkedRequest, passwordLinkRequest } from './admin.dto.js';
import { AdminService } from './admin.service.js';
import type { Callers, Permission } from './callers.js';

const TOKEN = 'zo-cluster-token';
const BODY_MAX = 16_384;

interface Route {
  readonly right: Permission;
  readonly input: z.ZodType;
  /** `input` has been validated. */
  readonly run: (who: string, input: never) => Promise<unknown>;
}

@Injectable()
export class AdminServer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly routes: Readonly<Record<string, Route>>;
  private callers?: Callers;
  private server?: Server;

  constructor(admin: AdminService, credits: CreditsService, passwords: NewPasswordService) {
    const route = <T extends z.ZodType>(
      right: Permission,
      input: T,
      run: (who: string, input: z.infer<T>) => Promise<unknown>,
    ): Route => ({ right, input, run });
    this.routes = {
      'GET /outbox': route({ verb: 'get', resource: 'outbox' }, z.strictObject({}), () => admin.backlog()),
      'GET /dlq': route({ verb: 'get', resource: 'dlq' }, parkedFilter, (_, filter) => admin.parked(filter)),
      'POST /dlq': route({ verb: 'update', resource: 'dlq' }, parkedRequest, (who, request) =>
        admin.requestParked(who, request),
      ),
      'GET /credits': route({ verb: 'get', resource: 'credits' }, creditsQuery, (_, { handle }) =>
        credits.show(handle),
      ),
      'POST /credits': route({ verb: 'update', resource: 'credits' }, grantRequest, (who, grant) =>
        credits.grant({ ...grant, who }),
      ),
      'POST /password-links': route(
        { verb: 'update', resource: 'passwordlinks' },
        passwordLinkRequest,
        (who, request) => passwords.makeLink({ ...request, who }),
      ),
    };
  }

  /** @throws if the port is configured but there is no cluster to connect to */
  async onApplicationBootstrap(): Promise<void> {
    const { ZO_ADMIN_PORT: port, ZO_KUBECONFIG: kubeconfig } = loadAdminConfig();
    if (port === undefined) return;
    const [{ connectKube }, { Callers }] = await Promise.all([import('@zo/kube'), import('./callers.js')]);
    this.callers = new Callers(connectKube(kubeconfig));
    const server = createServer(
      (request, response) =>
        void this.answer(request, response).catch((error: unknown) => sendProblem(request, response, error)),
    );
    this.server = server;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
    logger('admin').info({ port }, 'ready');
  }

  async onModuleDestroy(): Promise<void> {
    const { server } = this;
    if (!server) return;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://admin');
    const route = this.routes[`${request.method} ${pathname}`];
    if (!route) throw errors.notFound();
    const token = request.headers[TOKEN];
    const who = await this.callers!.authorize(typeof token === 'string' ? token : '', route.right);
    const input = route.input.safeParse(
      request.method === 'GET' ? Object.fromEntries(searchParams) : await bodyOf(request),
    );
    if (!input.success)
      throw errors.invalid({
        reason: input.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '),
      });
    const value = await route.run(who, input.data as never);
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(value));
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? Number.NaN) <= BODY_MAX) {
    try {
      return JSON.parse(await text(request)) as unknown;
    } catch {
      // The error below is thrown.
    }
  }
  throw errors.invalid({ reason: 'the body cannot be read' });
}
