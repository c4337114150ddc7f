/** Every service in one process behind the gateway, for a single node. */
import { bodiesOf, loadGatewayConfig } from '@zo/gateway/config';
import { proxyFrontends } from '@zo/gateway/dev-frontend';
import { serveFrames } from '@zo/gateway/frames';
import { serveFrontend } from '@zo/gateway/frontend';
import { listen } from '@zo/gateway/server';
import { localUpstream } from '@zo/gateway/upstream';
import { logUnhandledRejections, onStop, Platform, startService } from '@zo/bootstrap';
import { serveMetrics } from '@zo/metrics';
import { logger, setLogLevel } from '@zo/observability';
import { startTracing, stopTracing } from '@zo/tracing';
import { definitions } from './definitions.js';

logUnhandledRejections();
const platform = Platform.fromEnvironment();
setLogLevel(platform.config.ZO_LOG_LEVEL);
await startTracing('zo', platform.config.OTEL_EXPORTER_OTLP_ENDPOINT);
const running = await Promise.all(definitions.map((definition) => startService(definition, platform)));
const upstreams = new Map(running.map((service) => [service.name, localUpstream(service)]));
const config = loadGatewayConfig();
const { ZO_FRONTENDS, ZO_DEV_FRONTENDS, ZO_PROXIES: proxies } = config;
const browserCode = ZO_DEV_FRONTENDS
  ? proxyFrontends(ZO_DEV_FRONTENDS, platform.contentOrigins)
  : { frontend: serveFrontend(ZO_FRONTENDS, platform.contentOrigins) };
const frames = serveFrames(ZO_FRONTENDS, platform.config.ZO_PUBLIC_URL);
const gateway = await listen(
  { platform, upstreams, proxies, bodies: bodiesOf(config), frames, ...browserCode },
  platform.config.PORT,
);
await serveMetrics(platform.config.ZO_METRICS_PORT, platform.config.ZO_LISTEN);
logger('zo').debug({ port: platform.config.PORT }, 'ready');
onStop(async () => {
  // SIGINT skips the drain: there is no other replica to take over.
  await gateway.close('SIGINT');
  await Promise.all(running.map((service) => service.stop()));
  await stopTracing();
});
