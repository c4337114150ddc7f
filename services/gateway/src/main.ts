import { engineChecks, logUnhandledRejections, onStop, Platform } from '@zo/bootstrap';
import { checkHealth } from '@zo/http';
import { serveMetrics } from '@zo/metrics';
import { logger, setLogLevel } from '@zo/observability';
import { startTracing, stopTracing } from '@zo/tracing';
import { bodiesOf, loadGatewayConfig } from './config.js';
import { serveFrames } from './frames.js';
import { serveFrontend } from './frontend.js';
import { listen } from './server.js';
import { remoteUpstream, type Upstream } from './upstream.js';

logUnhandledRejections();
const platform = Platform.fromEnvironment();
setLogLevel(platform.config.ZO_LOG_LEVEL);
await startTracing('gateway', platform.config.OTEL_EXPORTER_OTLP_ENDPOINT);
const config = loadGatewayConfig();
const addresses = {
  accounts: config.ZO_ACCOUNTS_HTTP_URL,
  files: config.ZO_FILES_URL,
  uploads: config.ZO_UPLOADS_URL,
  compute: config.ZO_COMPUTE_HTTP_URL,
  chat: config.ZO_CHAT_URL,
  zo: config.ZO_ZO_HTTP_URL,
  channels: config.ZO_CHANNELS_HTTP_URL,
  connections: config.ZO_CONNECTIONS_HTTP_URL,
};
const known = Object.entries(addresses).filter((entry): entry is [string, string] => entry[1] !== undefined);
const upstreams = new Map<string, Upstream>(known.map(([name, address]) => [name, remoteUpstream(name, address)]));
// Unavailable services do not make the gateway unhealthy: it keeps serving the others.
const health = () => checkHealth(engineChecks(platform.engines));
const gateway = await listen(
  {
    platform,
    upstreams,
    frontend: serveFrontend(config.ZO_FRONTENDS, platform.contentOrigins),
    frames: serveFrames(config.ZO_FRONTENDS, platform.config.ZO_PUBLIC_URL),
    proxies: config.ZO_PROXIES,
    bodies: bodiesOf(config),
    health,
  },
  platform.config.PORT,
);
await serveMetrics(platform.config.ZO_METRICS_PORT, platform.config.ZO_LISTEN);
logger('gateway').info({ port: platform.config.PORT }, 'ready');
onStop(async (signal) => {
  await gateway.close(signal, platform.config.ZO_DRAIN_MS);
  await stopTracing();
});
