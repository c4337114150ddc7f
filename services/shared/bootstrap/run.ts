/** A service as a process of its own: HTTP and websockets on PORT, RPC on PORT + 1. */
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { TokenVerifier } from '../auth/index.js';
import { logger, setLogLevel, withProbes } from '../observability/index.js';
import { toRpcErrors, verifyToken } from '../rpc/index.js';
import { Platform } from './platform.js';
import { type RunningService, type ServiceDefinition, startService } from './service.js';

/** Runs until SIGTERM or SIGINT, then finishes what has begun. */
export async function runService(definition: ServiceDefinition): Promise<void> {
  keepAlive();
  const platform = Platform.fromEnvironment();
  setLogLevel(platform.config.ZO_LOG_LEVEL);
  const service = await startService(definition, platform);
  const http = createServer(withProbes(service.health, withOverview(service))).on('upgrade', service.upgrade);
  http.listen(platform.config.PORT);
  const verifier = new TokenVerifier(definition.name, platform.keys);
  const rpc = service.rpc && createHttp2Server(connectNodeAdapter({ routes: service.rpc, interceptors: [verifyToken(verifier), toRpcErrors] }));
  rpc?.listen(platform.config.PORT + 1);
  logger(definition.name).info({ port: platform.config.PORT }, 'ready');
  onStop(async () => {
    http.close();
    rpc?.close();
    await service.stop();
  });
}

/** `/openapi.json` for the gateway; everything else is the service. */
function withOverview(service: RunningService): RequestListener {
  return (request, response) => {
    if (request.url !== '/openapi.json') return service.handle(request, response);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(service.openapi()));
  };
}

/** One request's mistake must never end a process that serves everybody. */
export function keepAlive(): void {
  process.on('unhandledRejection', (error) => logger('process').error({ error }, 'unhandled rejection'));
}

/** Runs `stop` once on SIGTERM or SIGINT, then exits; a stop that hangs is cut off after 20 s. */
export function onStop(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), 20_000).unref();
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
