/** Runs one service as its own process: HTTP and websockets on PORT, RPC on PORT + 1. */
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { TokenVerifier } from '@zo/auth';
import { serveMetrics } from '@zo/metrics';
import { logger, setLogLevel, withProbes } from '@zo/observability';
import { toRpcErrors, verifyToken } from '@zo/rpc';
import { startTracing, stopTracing } from '@zo/tracing';
import { Drain, KEEP_ALIVE_TIMEOUT_MS } from './drain.js';
import { Platform } from './platform.js';
import { type RunningService, type ServiceDefinition, startService } from './service.js';

/** No request timeout: an upload may take hours as long as bytes arrive. */
const LIMITS: ServerOptions = {
  requestTimeout: 0,
  headersTimeout: 20_000,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  maxHeaderSize: 32 * 1024,
};
const MAX_STOP_MS = 24_000;

/** Runs until SIGTERM or SIGINT, then finishes the running requests. */
export async function runService(definition: ServiceDefinition): Promise<void> {
  logUnhandledRejections();
  const platform = Platform.fromEnvironment();
  const { PORT, ZO_LISTEN, ZO_LOG_LEVEL, ZO_DRAIN_MS, ZO_METRICS_PORT } = platform.config;
  setLogLevel(ZO_LOG_LEVEL);
  await startTracing(definition.name, platform.config.OTEL_EXPORTER_OTLP_ENDPOINT);
  const service = await startService(definition, platform);
  const drain = new Drain();
  const http = createServer(LIMITS, drain.listener(withProbes(drain.health(service.health), withOverview(service)))).on(
    'upgrade',
    service.upgrade,
  );
  const verifier = new TokenVerifier(definition.name, platform.keys);
  const rpc =
    service.rpc &&
    createHttp2Server(connectNodeAdapter({ routes: service.rpc, interceptors: [verifyToken(verifier), toRpcErrors] }));
  if (rpc) drain.trackSessions(rpc);
  rpc?.listen(PORT + 1, ZO_LISTEN);
  http.listen(PORT, ZO_LISTEN);
  await serveMetrics(ZO_METRICS_PORT, ZO_LISTEN);
  logger(definition.name).info({ port: PORT }, 'ready');
  onStop(async (signal) => {
    await drain.end(signal, ZO_DRAIN_MS, { http, rpc });
    await service.stop();
    await stopTracing();
  });
}

/** Answers `/openapi.json` for the gateway and passes everything else to the service. */
function withOverview(service: RunningService): RequestListener {
  return (request, response) => {
    if (request.url !== '/openapi.json') return service.handle(request, response);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(service.openapi()));
  };
}

/** Logs unhandled rejections, because a bug in one request must not end a process that serves all users. */
export function logUnhandledRejections(): void {
  process.on('unhandledRejection', (error) => logger('process').error({ error }, 'unhandled rejection'));
}

/** Runs `stop` once on SIGTERM or SIGINT, then exits. A stop that hangs is cut off after a timeout. */
export function onStop(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    void stop(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
