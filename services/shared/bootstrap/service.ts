/** Starts one service in this process: database, Nest application, events, RPC. The caller decides what listens. */
import {
  type DynamicModule,
  type INestApplication,
  type LoggerService,
  Module,
  type Type,
  type WebSocketAdapter,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import express from 'express';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { authenticate, type Ctx, InternalTokenGuard, TokenVerifier } from '@zo/auth';
import { checkSettings, Database, type Migration } from '@zo/db';
import { type EventLog, EventLogServer, openEventLog, writeOutbox } from '@zo/events';
import {
  ResponseCheck,
  type ApiDescription,
  checkHealth,
  describeRoutes,
  type SocketShape,
  type Health,
  type HealthCheck,
  inputPipe,
  forbidCaching,
  ProblemFilter,
  sendProblem,
  toProblem,
} from '@zo/http';
import { measureRequest, measureSocket } from '@zo/metrics';
import { logger } from '@zo/observability';
import { hostLocally, type RpcRoutes, unhostLocally } from '@zo/rpc';
import { engineChecks, logFailedChecks, onceSuccessful } from './engines.js';
import { traceRequest, traceUpgrade } from '@zo/tracing';
import { type Platform, PlatformModule } from './platform.js';

/** Takes over a websocket upgrade whose token has been checked; returns the HTTP status of the handshake. */
export type UpgradeHandler = (
  request: IncomingMessage,
  connection: { readonly socket: Duplex; readonly head: Buffer },
  ctx: Ctx,
) => number | Promise<number>;
export type VisitorUpgrade = (
  request: IncomingMessage,
  connection: { readonly socket: Duplex; readonly head: Buffer },
) => Promise<number>;
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<number>;

export interface ServiceDefinition {
  readonly name: string;
  readonly module: Type | DynamicModule;
  /** Omitted by services without tables. */
  readonly entities?: Function[];
  readonly migrations?: Migration[];
  readonly rpc?: (app: INestApplication) => RpcRoutes;
  /** The service's only websocket, with the template of its route. */
  readonly upgrade?: SocketShape & (SocketHandler | SocketGateways);
  /** A websocket of programs without a session, which authenticate themselves. */
  readonly visitorUpgrade?: { readonly path: string; readonly handler: (app: INestApplication) => VisitorUpgrade };
  readonly health?: (app: INestApplication) => readonly HealthCheck[];
  /** Size limit of a JSON body, e.g. `1mb`. */
  readonly jsonLimit?: string;
  /** Below this path, bodies of at most 1 MB stay the bytes that came, for signatures. */
  readonly rawBodies?: string;
}

/** Passes the connection on as bytes. */
interface SocketHandler {
  readonly handler: (app: INestApplication) => UpgradeHandler;
}

/** Handles messages with a Nest websocket gateway. Services without one do not load the gateway packages. */
interface SocketGateways {
  readonly gateways: () => WebSocketAdapter & { readonly upgrade: UpgradeHandler };
}

export interface RunningService {
  readonly name: string;
  readonly app: INestApplication;
  readonly handle: RequestListener;
  readonly upgrade: Upgrade;
  readonly rpc?: RpcRoutes;
  readonly openapi: () => ApiDescription;
  readonly health: () => Promise<Health>;
  readonly stop: () => Promise<void>;
}

export async function startService(definition: ServiceDefinition, platform: Platform): Promise<RunningService> {
  const verifier = new TokenVerifier(definition.name, platform.keys);
  const database = definition.entities && openDatabase(definition, platform);
  const events = database && openEventLog(database, platform.config);
  if (events) database.setOutbox(writeOutbox, events.wake);
  await database?.open();
  const gateways = definition.upgrade && 'gateways' in definition.upgrade ? definition.upgrade.gateways() : undefined;
  const app = await createApp(definition, platform, { verifier, database, events, gateways });
  const rpc = definition.rpc?.(app);
  if (rpc) hostLocally(definition.name, rpc, verifier);
  const own = database && events ? databaseChecks({ database, events }, platform) : [];
  void logFailedChecks(own, definition.name);
  let described: ApiDescription | undefined;
  const checks = [...engineChecks(platform.engines), ...own, ...(definition.health?.(app) ?? [])];
  return {
    name: definition.name,
    app,
    handle: app.getHttpAdapter().getInstance() as RequestListener,
    upgrade: upgrader(definition, verifier, {
      handler: gateways?.upgrade ?? handlerOf(definition, app),
      visitors: definition.visitorUpgrade?.handler(app),
    }),
    rpc,
    // The description is cached: the endpoint needs no token, and reading all schemas takes tens of milliseconds.
    openapi: () => (described ??= describeRoutes(definition.module, definition.upgrade)),
    health: () => checkHealth(checks),
    stop: async () => {
      unhostLocally(definition.name);
      await app.close();
      await database?.close();
    },
  };
}

function openDatabase(definition: ServiceDefinition, platform: Platform): Database {
  return new Database({
    service: definition.name,
    url: platform.config.DATABASE_URL,
    entities: definition.entities!,
    migrations: definition.migrations ?? [],
    poolSize: platform.config.ZO_DATABASE_POOL,
    awaitsMigrations: platform.config.ZO_MIGRATIONS === 'wait',
  });
}

interface Parts {
  readonly verifier: TokenVerifier;
  readonly database?: Database;
  readonly events?: EventLog;
  readonly gateways?: WebSocketAdapter;
}

async function createApp(
  definition: ServiceDefinition,
  platform: Platform,
  { verifier, database, events, gateways }: Parts,
): Promise<INestApplication> {
  const parts = { service: definition.name, verifier, database, databaseToken: Database };
  const shared = PlatformModule.for(platform, parts);
  @Module({ imports: [shared, definition.module] })
  class ServiceRoot {}
  const app = await NestFactory.create(ServiceRoot, {
    bodyParser: false,
    logger: nestLogger(definition.name),
    abortOnError: false,
  });
  app.setGlobalPrefix('api');
  const adapter = app.getHttpAdapter().getInstance() as express.Express;
  adapter.disable('x-powered-by');
  adapter.set('query parser', 'simple');
  adapter.use((request: express.Request, response: express.Response, next: () => void) => {
    const route = () => (request.route as { path?: string } | undefined)?.path;
    forbidCaching(response);
    const exchange = { request, response, route };
    measureRequest(definition.name, exchange);
    traceRequest(definition.name, exchange, next);
  });
  if (definition.rawBodies) adapter.use(definition.rawBodies, express.raw({ type: () => true, limit: '1mb' }));
  adapter.use(express.json({ limit: definition.jsonLimit ?? '1mb', strict: true }));
  // oxlint-disable-next-line max-params -- Express knows handlers of errors by their four parameters.
  adapter.use((error: unknown, request: IncomingMessage, response: ServerResponse, _next: () => void) =>
    sendProblem(request, response, error),
  );
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(inputPipe());
  if (platform.config.ZO_CHECK_ANSWERS) app.useGlobalInterceptors(new ResponseCheck());
  app.useGlobalGuards(new InternalTokenGuard(verifier));
  if (gateways) app.useWebSocketAdapter(gateways);
  if (database && events) app.connectMicroservice({ strategy: new EventLogServer(database, events) });
  await app.init();
  await app.startAllMicroservices();
  return app;
}

const handlerOf = ({ upgrade }: ServiceDefinition, app: INestApplication) =>
  upgrade && 'handler' in upgrade ? upgrade.handler(app) : undefined;

function upgrader(
  { name, upgrade, visitorUpgrade }: ServiceDefinition,
  verifier: TokenVerifier,
  { handler, visitors }: { handler?: UpgradeHandler | undefined; visitors?: VisitorUpgrade | undefined },
): Upgrade {
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const shake = async () => {
      if (visitors && request.url?.split('?', 1)[0] === visitorUpgrade?.path)
        return visitors(request, { socket, head });
      if (!handler) return refuse(socket, 404);
      const ctx = await authenticate(verifier, request);
      measureSocket(name, socket);
      return handler(request, { socket, head }, ctx);
    };
    const route = (status: number) => (status === 404 ? undefined : upgrade?.route);
    return traceUpgrade(name, { request, route }, () =>
      shake().catch((error: unknown) => refuse(socket, toProblem(error).problem.status)),
    );
  };
}

/** Ends an upgrade with a plain HTTP response and returns its status. */
export function refuse(socket: Duplex, status: number): number {
  if (socket.writable) socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  return status;
}

const databaseChecks = (
  { database: { dataSource }, events }: { database: Database; events: EventLog },
  { config }: Platform,
): HealthCheck[] => [
  { name: 'database', check: async () => void (await dataSource.query('select 1')) },
  {
    name: 'database',
    check: onceSuccessful(() =>
      checkSettings(dataSource, { allowVolatile: config.ZO_ALLOW_VOLATILE_DATABASE === '1' }),
    ),
  },
  { name: 'events', check: onceSuccessful(() => events.check()) },
];

/** Logs Nest's own lines in our format; its startup messages become debug. */
function nestLogger(name: string): LoggerService {
  const log = logger(`nest:${name}`);
  return {
    log: (message: unknown) => log.debug({}, String(message)),
    debug: (message: unknown) => log.debug({}, String(message)),
    verbose: (message: unknown) => log.debug({}, String(message)),
    warn: (message: unknown) => log.warn({}, String(message)),
    error: (message: unknown, stack?: unknown) =>
      log.error({ stack: typeof stack === 'string' ? stack : undefined }, String(message)),
  };
}
